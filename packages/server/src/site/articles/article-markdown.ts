import type { Article, Block, Cell, Link, Member } from "./article.ts";

/** Renders the article as Markdown. */
export function toMarkdown({ title, blocks, above = [], previous, next }: Article): string {
  const ways = [
    above.length > 0 ? `Up: ${above.map(markdownLink).join(" › ")}` : "",
    previous ? `Previous: ${markdownLink(previous)}` : "",
    next ? `Next: ${markdownLink(next)}` : "",
  ].filter((way) => way !== "");
  const end = ways.length > 0 ? [ways.join(" · ")] : [];
  return `${[`# ${markdownText(title)}`, ...blocks.map(markdownBlock), ...end].join("\n\n")}\n`;
}

function markdownBlock(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return `${markdownText(block.text)}${block.link ? ` ${markdownLink(block.link)}` : ""}`;
    case "verbatim":
      return block.text.replace(/[<>[\]&\\_`*]/g, "\\$&");
    case "heading": {
      const { level = 2, method, text } = block;
      return `${"#".repeat(level)} ${method ? `${method} ` : ""}${markdownText(text)}`;
    }
    case "list":
      return block.items.map((item) => `- ${markdownText(item)}`).join("\n");
    case "steps":
      return block.items
        .map(
          ({ title, text, link }, index) =>
            `${index + 1}. **${markdownText(title)}** ${markdownText(text)}${link ? ` ${markdownLink(link)}` : ""}`,
        )
        .join("\n");
    case "links":
      return block.items.map((link) => `- ${markdownLink(link)}`).join("\n");
    case "listing":
      return `\`\`\`${block.language}\n${block.text}\n\`\`\``;
    case "beside":
      return [...block.said, ...block.shown].map(markdownBlock).join("\n\n");
    case "table": {
      const row = (cells: readonly Cell[]) => `| ${cells.map(markdownCell).join(" | ")} |`;
      return [row(block.head), row(block.head.map(() => "---")), ...block.rows.map(row)].join("\n");
    }
    case "members":
      return markdownMembers(block.members, block.whenRequired, "").join("\n");
    case "fold": {
      const status = block.status === undefined ? "" : `${block.status}: `;
      return [`**${status}${markdownText(block.summary)}**`, ...block.blocks.map(markdownBlock)].join("\n\n");
    }
  }
}

function markdownMembers(members: readonly Member[], whenRequired: string, indent: string): readonly string[] {
  return members.flatMap((member) => {
    const { name, type, isRequired, text } = member;
    const line = `${indent}- \`${name}\` (${markdownText(type)}${isRequired ? `, ${whenRequired}` : ""}): ${markdownText(text)}`;
    return [line.trimEnd(), ...markdownMembers(member.members, whenRequired, `${indent}  `)];
  });
}

function markdownCell(cell: Cell): string {
  const text = typeof cell === "string" ? markdownText(cell) : markdownLink(cell);
  return text.replaceAll("|", "\\|");
}

function markdownLink({ text, url }: Link): string {
  return `[${markdownText(text)}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`;
}

// Outside of code, escape what Markdown would read as a tag, a link or an entity.
function markdownText(text: string): string {
  return text
    .split("`")
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/[<>[\]&\\_]/g, "\\$&")))
    .join("`");
}
