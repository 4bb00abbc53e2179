"""What this engine says when it cannot go on."""


class Unsupported(Exception):
    """A construct that this engine does not encode; another engine may decide the claim."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class ModelMismatch(Exception):
    """A model of Z3 that the interpreter does not agree with: a mistake in Rulewright, never in a rulebook."""
