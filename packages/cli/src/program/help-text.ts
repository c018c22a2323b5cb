import { wrap } from "../terminal/wrap.ts";

const steps = `A first proposal:
  assay login https://assay.example             your key, for this service only
  assay init                                    a draft, and assay.json
  assay check                                   what is wrong, and how to fix it
  assay fix candidate.json                      every fix, and nothing else
  assay build candidate.json -o proposal.json
  assay submit proposal.json`;

/** The text at the end of the program's help. */
export function programHelp(width: number): string {
  const codes = "Exit codes: 0 valid, 1 invalid, 2 wrong arguments, settings or key, 3 no answer from the service.";
  return ["", steps, "", ...wrap(codes, width)].join("\n");
}

/** The text at the end of a command's help. */
export function examplesHelp(examples: readonly string[]): string {
  return ["\nExamples:", ...examples.map((example) => `  ${example}`)].join("\n");
}
