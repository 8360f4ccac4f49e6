"""Loading: check the rows of a file, store the good ones, keep the refused ones with their reasons."""
