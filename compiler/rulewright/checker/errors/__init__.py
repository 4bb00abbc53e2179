"""All that the checker has to say, by area: names, types, well-formedness, lint."""

from rulewright.checker.errors import lint, names, types, wellformed

AREAS = (names, types, wellformed, lint)
