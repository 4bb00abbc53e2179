"""All that the checker has to say, by area: names, types, data, places, well-formedness, lint."""

from rulewright.checker.errors import data, lint, names, places, types, wellformed

AREAS = (names, types, data, places, wellformed, lint)
