"""Reports: what was found out, for terminal, browser, paper and other programs. Nothing is decided here."""
