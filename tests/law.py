"""What ties a test to the law: `@rule("2.11")` says which clauses of docs/rules.md it is a test of."""

from __future__ import annotations

import pytest


def rule(*clauses: str) -> pytest.MarkDecorator:
    """The test is one of these clauses; tests/rules/test_law.py watches that every clause has some."""
    return pytest.mark.rule(*clauses)
