"""Backups: every row of a database in one file, which either kind of database takes in again."""
