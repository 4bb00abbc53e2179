"""A rulebook as PDF, typeset by Typst from its wheel.

The rulebook goes to the template as data, never as markup: no sentence of a rulebook is read by Typst.
"""
