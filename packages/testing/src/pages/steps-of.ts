/** Something that a page has its reader do: save a file, or run a command that prints what the page shows. */
export type Step =
  | { readonly kind: "save"; readonly name: string; readonly content: string }
  | { readonly kind: "run"; readonly command: string; readonly expected: string };

/**
 * The steps of a page, in order: blocks with a file name after the language (` ```js product.mjs `) are saved, and blocks
 * of one kind (` ```console steps `) are run. A line that ends with a backslash goes on in the next one.
 */
export function stepsOf(page: string, kind = "console steps"): readonly Step[] {
  return [...page.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm)].flatMap(([, info = "", block = ""]): readonly Step[] => {
    const [, name] = /^(?:js|ts|json|ini|haproxy|nginx) (\S+)$/.exec(info) ?? [];
    if (name !== undefined) return [{ kind: "save", name, content: block }];
    return info === kind ? commandsOf(block) : [];
  });
}

function commandsOf(block: string): readonly Step[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = ""] = /^(?:.*\\\n)*.*/.exec(part) ?? [];
      return { kind: "run", command, expected: part.slice(command.length).trim() };
    });
}
