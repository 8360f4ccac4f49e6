"""What officers decide about stored games, persons and lists; each decision is an entry of the ledger."""
