"""Which engine answers which claim, within which budget; the one entry is `verify`."""

from rulewright_verify.planner.run import verify

__all__ = ["verify"]
