"""What `make bench` prints: sizes, times and rates, beside what they are measured against, and their targets."""
