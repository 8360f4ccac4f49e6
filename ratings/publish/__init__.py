"""Files out: the order of a list, and the exports."""
