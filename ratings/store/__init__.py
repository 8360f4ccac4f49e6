"""The database: schema, bulk road, starting values, runs and lists."""
