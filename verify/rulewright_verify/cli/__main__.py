"""`python -m rulewright_verify.cli` is `rulewright`."""

from rulewright_verify.cli import main

main()
