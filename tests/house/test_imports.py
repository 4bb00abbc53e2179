"""The imports of the code are exactly those that the table in ARCHITECTURE.md allows."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = {"rulewright": ROOT / "compiler", "rulewright_verify": ROOT / "verify"}
ROW = re.compile(r"^\| `(rulewright(?:_verify)?)\.(\w+)` \|([^|]*)\|([^|]*)\|$", re.MULTILINE)


def allowed() -> dict[str, tuple[set[str], set[str]]]:
    """For each part the parts and the other packages that it may import."""
    table: dict[str, tuple[set[str], set[str]]] = {}
    for package, part, parts, others in ROW.findall((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")):
        table[f"{package}.{part}"] = (set(re.findall(r"`(\w+)`", parts)), set(re.findall(r"[\w]+", others)))
    return table


def modules() -> Iterator[tuple[str, Path]]:
    """Every module of the two packages, as `package.part`, with its file; the packages' own `__init__` is no part."""
    for package, folder in PACKAGES.items():
        for path in sorted((folder / package).rglob("*.py")):
            names = path.relative_to(folder).with_suffix("").parts
            if names[1] != "__init__":
                yield ".".join(names[:2]), path


def imported(path: Path) -> Iterator[str]:
    """The dotted names that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def broken_rules(part: str, path: Path, table: dict[str, tuple[set[str], set[str]]]) -> Iterator[str]:
    parts, others = table.get(part, (set(), set()))
    for name in imported(path):
        top, _, rest = name.partition(".")
        target = rest.partition(".")[0]
        if top in PACKAGES:
            if part.startswith("rulewright.") and top != "rulewright":
                yield f"{path.relative_to(ROOT)} imports {name}: the compiler knows nothing of {top}"
            elif f"{top}.{target}" != part and target not in parts and target:
                yield f"{path.relative_to(ROOT)} imports {name}: no arrow from {part} to {top}.{target}"
        elif top not in sys.stdlib_module_names and top not in others:
            yield f"{path.relative_to(ROOT)} imports {name}: {part} may not use {top}"


def test_every_import_is_in_the_table() -> None:
    table = allowed()
    assert len(table) > 15
    assert [broken for part, path in modules() for broken in broken_rules(part, path, table)] == []


def test_every_row_of_the_table_is_a_part() -> None:
    parts = {part for part, _ in modules()}
    assert set(allowed()) - parts == set()


def test_the_table_has_no_circle() -> None:
    table = {part: {f"{part.partition('.')[0]}.{to}" for to in to_parts} for part, (to_parts, _) in allowed().items()}
    finished: set[str] = set()
    while ready := {part for part in table if table[part] & table.keys() <= finished} - finished:
        finished |= ready
    assert set(table) - finished == set()


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("rulewright", ["lark", "z3", "networkx"]),
        ("rulewright_verify.verdict", ["z3", "networkx", "jinja2", "rich"]),
        ("rulewright_verify.cli.application", ["lark", "z3", "networkx", "jinja2", "rich"]),
    ],
)
def test_heavy_packages_are_imported_late(module: str, absent: list[str]) -> None:
    import subprocess

    code = f"import sys, {module}; print([name for name in {absent} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
