"""From a tree to a checked rulebook: names bound, types known, everything well formed."""
