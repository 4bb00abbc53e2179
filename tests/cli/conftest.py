"""The one fixture of these tests."""

import pytest

from tests.cli.calling import Call, caller


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    return caller(capsys)
