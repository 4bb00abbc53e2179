"""Options that all tests share."""

import os

import pytest

# What is tested is decided anew, and nothing is written into the home of whoever runs the tests.
os.environ["RULEWRIGHT_CACHE"] = "off"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="write files of expected output instead of comparing")


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    """Whether expected output is to be written."""
    return bool(request.config.getoption("--accept"))


@pytest.hookimpl(tryfirst=True)  # before xdist looks at groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests come first, so that no process is left with one at the end. Tests that share something that is slow to
    make run in one process: those of a module with a fixture for all of it."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    for item in items:
        info = getattr(item, "_fixtureinfo", None)
        shared = [] if info is None else [one for defs in info.name2fixturedefs.values() for one in defs]
        if any(one.scope == "module" for one in shared):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
