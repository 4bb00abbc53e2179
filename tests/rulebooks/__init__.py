"""Rulebooks of the project, asked and broken."""

import pytest

pytest.register_assert_rewrite("tests.rulebooks.noticing")
