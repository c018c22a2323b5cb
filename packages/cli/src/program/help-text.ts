import { wrap } from "../terminal/wrap.ts";

const steps = [
  ["assay login https://assay.example", "your key, for this service only"],
  ["assay init", "a draft, and assay.json"],
  ["assay check candidate.json", "what is wrong, and how to fix it"],
  ["assay fix candidate.json", "every fix, and nothing else"],
  ["assay build candidate.json -o proposal.json", ""],
  ["assay submit proposal.json", ""],
] as const;

/** What the help of the program ends with. */
export function programHelp(width: number): string {
  return [
    "\nA first proposal:",
    ...steps.flatMap(([command, about]) => {
      const line = `  ${command.padEnd(46)}${about}`.trimEnd();
      return line.length <= width ? [line] : [`  ${command}`, ...wrap(about, width - 6).map((part) => `      ${part}`)];
    }),
    "",
    ...wrap("Exit codes: 0 valid, 1 invalid, 2 wrong arguments, settings or key, 3 no answer from the service.", width),
  ].join("\n");
}

/** What the help of a command ends with. A long example goes on in the next line, as in a shell. */
export function examplesHelp(examples: readonly string[], width: number): string {
  const lines = examples.flatMap((example) => {
    // Some have an explanation in a column of its own.
    if (example.length + 2 <= width || / {2,}/.test(example)) return wrapColumns(example, width);
    return wrap(example, width - 8).map((part, index, parts) => {
      return `${index === 0 ? "  " : "      "}${part}${index < parts.length - 1 ? " \\" : ""}`;
    });
  });
  return ["\nExamples:", ...lines].join("\n");
}

function wrapColumns(example: string, width: number): readonly string[] {
  if (example.length + 2 <= width) return [`  ${example}`];
  const [command = "", about = ""] = example.split(/ {2,}/);
  return [`  ${command}`, ...wrap(about, width - 6).map((part) => `      ${part}`)];
}
