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
