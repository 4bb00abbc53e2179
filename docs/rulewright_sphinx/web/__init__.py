"""A rulebook as a web book and as an EPUB: a Sphinx project of pages that only hold directives, and its build."""
