"""All that the checker has to say, by area: names, types, data, places, claims, well-formedness, lint."""

from rulewright.checker.errors import claims, data, lint, names, places, types, wellformed

AREAS = (names, types, data, places, claims, wellformed, lint)
