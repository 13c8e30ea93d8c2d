"""What the frame log must show for a drag to feel right, and the calendars that it is tried on."""
