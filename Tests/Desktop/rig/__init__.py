"""A headless GNOME desktop for tests: a private session, a compositor, hands, eyes and ears."""
