"""The page for voters, with the review that the owner has read."""

import html
import re

STYLE = """:root{color-scheme:light dark}body{max-width:48rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui}
td{padding:.2rem 1rem .2rem 0;vertical-align:top}code{overflow-wrap:anywhere;white-space:pre-wrap}"""


def ballot_page(review):
    """Formats a review as HTML. Escapes it first, because it contains text from the author."""
    # A code span ends with as many backticks as it begins with, and can have spaces just inside them.
    spans = re.compile(r"(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)")
    text = spans.sub(lambda span: f"<code>{span[2].strip(' ')}</code>", html.escape(review))
    body = "\n".join(format_block(block) for block in re.split("\n{2,}", text.strip()))
    head = f'<meta charset="utf-8"><title>Ballot</title><style>{STYLE}</style>'
    return f'<!doctype html>\n<html lang="en">{head}\n{body}\n</html>\n'


def format_block(block):
    lines = block.split("\n")
    if heading := re.fullmatch("(#+) (.*)", block):
        level = len(heading[1])
        return f"<h{level}>{heading[2]}</h{level}>"
    if block.startswith("- "):
        # Two spaces of indentation are one level.
        items = [(line.index("-"), line.lstrip(" ")[2:]) for line in lines]
        return "<ul>" + "\n".join(f'<li style="margin-left:{depth}em">{item}</li>' for depth, item in items) + "</ul>"
    if block.startswith("|"):
        # Values contain no bar, because the engine escapes it.
        rows = [line.strip("|").split("|") for line in lines if line.strip("|- ")]
        cells = ["".join(f"<td>{cell.strip()}</td>" for cell in row) for row in rows]
        return "<table>" + "\n".join(f"<tr>{row}</tr>" for row in cells) + "</table>"
    return f"<p>{block}</p>"
