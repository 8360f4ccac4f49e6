"""The fold over games: sides, totals, waves, and the order of work."""
