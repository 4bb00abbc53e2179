"""A rulebook as a reader meets it: numbered rules, tables, procedures, open questions, as plain data.

Public: `document_of` makes a `Document` from a checked rulebook; `model` has its parts. Nothing here knows Sphinx,
Typst or HTML.
"""
