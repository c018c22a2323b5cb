/** Something that a page has its reader do: save a file, edit one, or run a command that prints what the page shows. */
export type Step =
  | { readonly kind: "edit"; readonly name: string; readonly hunks: readonly Hunk[] }
  | { readonly kind: "save"; readonly name: string; readonly content: string }
  | { readonly kind: "run"; readonly command: string; readonly expected: string };

/** Lines of a file, and what becomes of them. */
export interface Hunk {
  readonly before: string;
  readonly after: string;
}

/**
 * The steps of a page, in order: blocks with a file name after the language (` ```js product.mjs `) are saved, those of the
 * language `diff` are edits, with `@@` between their hunks, and blocks of one kind (` ```console steps `) are run. A line that ends with a backslash goes on in the next one.
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
  const removeLines = (sign: string) =>
    block
      .split(/^/m)
      .filter((line) => !line.startsWith(sign))
      .map((line) => line.slice(1))
      .join("");
  return { before: removeLines("+"), after: removeLines("-") };
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
