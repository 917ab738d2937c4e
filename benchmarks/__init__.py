"""The benchmarks of `make bench`: sizes, times and rates, beside what they are measured against, and their targets."""
