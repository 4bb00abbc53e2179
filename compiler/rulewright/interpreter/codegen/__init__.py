"""Python generated from the core: functions over packed states, and whole games by chance."""
