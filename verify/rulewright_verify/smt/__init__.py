"""Proofs with Z3: rules for all inputs, invariants by induction, measures that fall, bounded search."""
