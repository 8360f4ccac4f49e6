"""A period's games in parts on a Dask cluster; the functions that add them up are those used on one machine."""
