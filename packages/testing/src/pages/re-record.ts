import { question } from "./run-at-terminal.ts";

/** Somebody who does what a page says. */
export interface Reader {
  save(name: string, content: string): void;
  /** Runs a command, answers its questions, and gives what was on the screen. */
  run(command: string, answers: readonly string[]): Promise<string>;
}

const blocks = /^```(?:(?<save>json) (?<name>\S+)|console terminal)\n(?<block>[\s\S]*?)^```$/gm;

/**
 * A page as it would be if its commands were run now. Blocks of JSON with a file name are saved; in ` ```console terminal `
 * what is behind a question is what the reader types (an empty answer is a secret), and everything else below a command is
 * what it prints.
 */
export async function reRecord(page: string, reader: Reader): Promise<string> {
  let recorded = "";
  let at = 0;
  for (const { 0: whole, index, groups: { name, block = "" } = {} } of page.matchAll(blocks)) {
    recorded += page.slice(at, index);
    at = index + whole.length;
    if (name !== undefined) {
      reader.save(name, block);
      recorded += whole;
    } else recorded += `\`\`\`console terminal\n${await reRecordBlock(block, reader)}\`\`\``;
  }
  return recorded + page.slice(at);
}

async function reRecordBlock(block: string, reader: Reader): Promise<string> {
  let recorded = "";
  for (const part of block.split(/^\$ /m).slice(1)) {
    const [command = "", ...lines] = part.split("\n");
    const printed = await reader.run(command, lines.flatMap(findAnswer));
    // Spaces at the end of a line are lost in too many editors.
    recorded += `$ ${command}\n${printed === "" ? "" : `${printed.replace(/ +$/gm, "")}\n`}`;
  }
  return recorded;
}

// A question ends with a space, and the answer is behind it; nothing is behind it if the answer is not shown.
function findAnswer(written: string): readonly string[] {
  const line = written.endsWith(":") ? `${written} ` : written;
  const end = line.lastIndexOf(": ") + 2;
  return question.test(line.slice(0, end)) ? [line.slice(end)] : [];
}
