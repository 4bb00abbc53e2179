"""All codes there are, and what `rulewright explain` says about them.

A package makes its codes known by being imported; two classes cannot share a number.
"""

from inspect import cleandoc

from rulewright.diagnostics.types import Code, Diagnostic, known_classes


def all_codes() -> tuple[Code, ...]:
    """The codes of every package imported so far, by number."""
    classes = known_classes()
    return tuple(classes[number].code for number in sorted(classes))


def find_class(code: str) -> type[Diagnostic] | None:
    """The diagnostic behind a number (`RW204`, in either case) or a name (`unknown-name`)."""
    wanted = code.strip().lower()
    for number, cls in known_classes().items():
        if wanted in (number.lower(), cls.code.name):
            return cls
    return None


def explanation(code: str) -> str | None:
    """The paragraph about a code, or None for a code that does not exist."""
    cls = find_class(code)
    return None if cls is None else cleandoc(cls.__doc__ or "")
