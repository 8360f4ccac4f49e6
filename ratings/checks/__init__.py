"""Is a period ready to publish? What arrived, what blocks, what looks wrong, what the next list will bring."""
