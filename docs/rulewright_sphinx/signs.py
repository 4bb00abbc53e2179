"""The signs of a printed rulebook: shape first, word always, colour last. The style sheet of web pages has the same.

`SIGNS` say what came out, drawn in a square of 16; `BARS` how far was looked, in a strip of 26 by 9.
"""

SIGNS = {
    "holds": (
        '<path fill="#000" fill-rule="evenodd" d="M8 .6a7.4 7.4 0 1 0 0 14.8A7.4 7.4 0 0 0 8 .6Zm3.9 5.3-'
        '4.7 5.6a.9.9 0 0 1-1.3.06L3.7 9.4l1.25-1.3 1.5 1.45 4.05-4.8Z"/>'
    ),
    "violated": (
        '<path fill="#000" fill-rule="evenodd" d="M8 .2.2 8 8 15.8 15.8 8ZM5.9 4.7 8 6.8l2.1-2.1 1.2 1.2L'
        '9.2 8l2.1 2.1-1.2 1.2L8 9.2l-2.1 2.1-1.2-1.2L6.8 8 4.7 5.9Z"/>'
    ),
    "unknown": (
        '<g fill="none" stroke="#000" stroke-width="1.6"><circle cx="8" cy="8" r="6.5"/><path d="M5.9 6.3'
        'c0-1.3.9-2.1 2.1-2.1s2.1.8 2.1 1.9c0 1.5-2.1 1.6-2.1 3.1M8 10.6v1.6"/></g>'
    ),
    "vacuous": (
        '<g fill="none" stroke="#000" stroke-width="1.6"><circle cx="8" cy="8" r="6.5" stroke-dasharray="'
        '2.6 1.5"/><path d="M4.6 8h6.8"/></g>'
    ),
    "hinges": (
        '<path fill="none" stroke="#000" stroke-width="1.7" d="M8 15V9.4L3.4 4.2M8 9.4l4.6-5.2"/><circle '
        'cx="3.2" cy="3.4" r="2.2"/><circle cx="12.8" cy="3.4" r="2" fill="none" stroke="#000" stroke-wid'
        'th="1.5"/>'
    ),
    "gap": (
        '<g fill="none" stroke="#000" stroke-width="1.7"><path d="M6 1.8H1.8v12.4H6M10 1.8h4.2v12.4H10"/>'
        '<path stroke-dasharray="1.6 1.6" d="M8 2.4v11.6"/></g>'
    ),
}

BARS = {
    "proved": (
        '<path stroke="#000" stroke-width="4.4" d="M0 4.5h26"/>'
    ),
    "exhaustive": (
        '<path fill="none" stroke="#000" d="M.6.6h24.8v7.8H.6z"/><path d="M2.4 2.4h11v4.2h-11z"/>'
    ),
    "bounded": (
        '<path stroke="#000" stroke-width="4.4" d="M0 4.5h13"/><path stroke="#000" stroke-width="2" d="M1'
        '5 0v9"/><path stroke="#000" stroke-dasharray="1.5 2" d="M18 4.5h8"/>'
    ),
    "sampled": (
        '<circle cx="2" cy="4.5" r="1.7"/><circle cx="7.5" cy="4.5" r="1.7"/><circle cx="13" cy="4.5" r="'
        '1.7"/><circle cx="18.5" cy="4.5" r="1.7"/><circle cx="24" cy="4.5" r="1.7"/>'
    ),
    "shown": (
        '<path fill="none" stroke="#000" stroke-width="1.3" d="M1 4.5h24"/><circle cx="3" cy="4.5" r="2.2'
        '"/><circle cx="13" cy="4.5" r="2.2"/><path d="m23 .8 3 3.7-3 3.7-3-3.7Z"/>'
    ),
}


def sign_svg(name: str) -> str:
    """A sign as a picture of its own."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">{SIGNS[name]}</svg>'


def bar_svg(name: str) -> str:
    """A bar as a picture of its own."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 9">{BARS[name]}</svg>'
