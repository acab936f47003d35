"""Parts of the tool that drafts a game map from real geography."""
