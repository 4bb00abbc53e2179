"""Proofs and searches with Z3. Importing this package does not load Z3; its modules do.

`rules`: gaps, conflicts, claims about rules, for all inputs. `induction.Induction(system, clauses, budget)`:
`prove(clause)` for the whole game, `ends.prove_ends(engine, clause)` by a measure that falls.
`bounded.search_play`: the shortest play to a target. `lasso.find_lasso`: a play that never ends.
All answers are plain data (`results`); what is not encoded raises or tells `Unsupported`.
"""
