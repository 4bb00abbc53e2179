"""Parts of a document as docutils nodes: pages, books and whatever else Sphinx can write."""
