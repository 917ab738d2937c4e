"""Area and perimeter of a polygon drawn on a map."""
