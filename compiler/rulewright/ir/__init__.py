"""The core: what a rulebook means, as one transition system that every engine reads."""
