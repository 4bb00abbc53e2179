"""What stopped the first readers of the language: for each block a small rulebook whose examples show the answer.

A line `# scope: NAME` plays the examples in that scope.
"""

import re
from pathlib import Path

import pytest

from rulewright.checker.symbols import Configuration
from rulewright.interpreter.replay import run_example
from rulewright.lower.examples import lower_examples
from rulewright.pipeline import check_rulebook
from tests.docs.blocks import DOCS, ROOT

FILES = sorted((Path(__file__).parent / "stumbling_blocks").glob("*.rules"))
RECORD = next((DOCS / "decisions").glob("*-first-readers.md"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_examples_come_out_as_told(path: Path) -> None:
    scope = re.search(r"^# scope: (\w+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    book, found = check_rulebook(path, Configuration(scope=scope[1] if scope else None))
    assert book is not None, [each.message_text for each in found]
    results = [run_example(example, {}) for example in lower_examples(book)]
    assert results != []
    assert [result.name for result in results if not result.holds] == []


def test_the_record_names_every_block_and_tests_that_exist() -> None:
    rows = re.findall(r"^\| (\d+) \|.*\|([^|]*)\|$", RECORD.read_text(encoding="utf-8"), re.MULTILINE)
    assert [int(number) for number, _ in rows] == [*range(1, 17)]
    named = [name for _, tested in rows for name in re.findall(r"`([^`]+)`", tested)]
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert {path.name for path in FILES} <= {Path(name).name for name in named}
