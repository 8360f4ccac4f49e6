"""Why two lists differ, player by player: what differs is undone on its own until the old value comes back."""
