"""All that the checker has to say, by area: names, types, well-formedness, lint."""
