"""Files in: each format gives the same frame of text columns and the same issues."""
