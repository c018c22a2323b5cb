/** A step on a page: edit a file, save a file, or run a command and compare its output. */
export type Step =
  | { readonly kind: "edit"; readonly name: string; readonly hunks: readonly Hunk[] }
  | { readonly kind: "save"; readonly name: string; readonly content: string }
  | { readonly kind: "run"; readonly command: string; readonly expected: string };

/** Lines of a file, and the lines that replace them. */
export interface Hunk {
  readonly before: string;
  readonly after: string;
}

/**
 * Parses the steps of a page, in order. A block with a file name after its language (such as "js product.mjs") is
 * saved, a `diff` block is an edit with `@@` between its hunks, and blocks of the given kind (such as "console steps")
 * contain commands. A command continues after a backslash at the end of a line.
 */
export function parseSteps(page: string, kind: string): readonly Step[] {
  return [...page.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm)].flatMap(([, info = "", block = ""]): readonly Step[] => {
    const [, name] = /^(?:js|ts|json|ini) (\S+)$/.exec(info) ?? [];
    if (name !== undefined) return [{ kind: "save", name, content: block }];
    const [, edited] = /^diff (\S+)$/.exec(info) ?? [];
    if (edited !== undefined) return [{ kind: "edit", name: edited, hunks: block.split(/^@@\n/m).map(parseHunk) }];
    return info === kind ? parseCommands(block) : [];
  });
}

function parseHunk(block: string): Hunk {
  const omitLines = (sign: string) =>
    block
      .split(/^/m)
      .filter((line) => !line.startsWith(sign))
      .map((line) => line.slice(1))
      .join("");
  return { before: omitLines("+"), after: omitLines("-") };
}

function parseCommands(block: string): readonly Step[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = ""] = /^(?:.*\\\n)*.*/.exec(part) ?? [];
      return { kind: "run", command, expected: part.slice(command.length).trim() };
    });
}
