"""What voters read: the review that the owner has read, as a page."""

import html
import re

STYLE = """:root{color-scheme:light dark}body{max-width:48rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui}
td{padding:.2rem 1rem .2rem 0;vertical-align:top}code{overflow-wrap:anywhere;white-space:pre-wrap}"""


def ballot_page(review):
    """Writes a review as HTML. It is escaped before all else: the text of an author is only text."""
    # A code span ends with as many backticks as it begins with, and may have a space inside each of its ends.
    spans = re.compile(r"(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)")
    text = spans.sub(lambda span: f"<code>{span[2].strip(' ')}</code>", html.escape(review))
    body = "\n".join(block_of(block) for block in re.split("\n{2,}", text.strip()))
    head = f'<meta charset="utf-8"><title>Ballot</title><style>{STYLE}</style>'
    return f'<!doctype html>\n<html lang="en">{head}\n{body}\n</html>\n'


def block_of(block):
    lines = block.split("\n")
    if heading := re.fullmatch("(#+) (.*)", block):
        level = len(heading[1])
        return f"<h{level}>{heading[2]}</h{level}>"
    if block.startswith("- "):
        # Two spaces before an item put it one level deeper.
        items = [(line.index("-"), line.lstrip(" ")[2:]) for line in lines]
        return "<ul>" + "\n".join(f'<li style="margin-left:{depth}em">{item}</li>' for depth, item in items) + "</ul>"
    if block.startswith("|"):
        # No value contains a bar: the engine writes it as an escape.
        rows = [line.strip("|").split("|") for line in lines if line.strip("|- ")]
        cells = ["".join(f"<td>{cell.strip()}</td>" for cell in row) for row in rows]
        return "<table>" + "\n".join(f"<tr>{row}</tr>" for row in cells) + "</table>"
    return f"<p>{block}</p>"
