"""The manual: pages in Markdown, built without warnings and without the network."""

from importlib.metadata import version as version_of

project = "Rulewright"
author = "the Rulewright authors"
copyright = author
version = release = version_of("rulewright")

extensions = ["myst_parser", "rulewright_sphinx", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["rulewright_sphinx"]
myst_heading_anchors = 3
myst_enable_extensions = ["deflist", "smartquotes"]

autodoc_typehints = "description"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "Rulewright"
html_css_files = ["rulewright-manual.css"]
html_show_copyright = False
html_show_sphinx = False
