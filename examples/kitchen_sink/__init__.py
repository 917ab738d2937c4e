"""Every input type, and an echo of what arrived."""
