"""A headless GNOME desktop for tests: a private session, a compositor, input devices, screenshots and accessibility."""
