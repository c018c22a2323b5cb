import { question } from "./run-at-terminal.ts";

/** Carries out the instructions on a page. */
export interface Reader {
  save(name: string, content: string): void;
  /** Runs a command, answers its questions, and returns the contents of the screen. */
  run(command: string, answers: readonly string[]): Promise<string>;
}

const blocks = /^```(?:(?<save>json) (?<name>\S+)|console terminal)\n(?<block>[\s\S]*?)^```$/gm;

/**
 * Runs the commands of a page and returns the page with their current output. JSON blocks with a file name are saved.
 * In a ` ```console terminal ` block, the text after a question is the reader's answer (an empty answer is a secret),
 * and everything else after a command is its output.
 */
export async function reRecord(page: string, reader: Reader): Promise<string> {
  let recorded = "";
  let end = 0;
  for (const { 0: whole, index, groups: { name, block = "" } = {} } of page.matchAll(blocks)) {
    recorded += page.slice(end, index);
    end = index + whole.length;
    if (name !== undefined) {
      reader.save(name, block);
      recorded += whole;
    } else recorded += `\`\`\`console terminal\n${await reRecordBlock(block, reader)}\`\`\``;
  }
  return recorded + page.slice(end);
}

async function reRecordBlock(block: string, reader: Reader): Promise<string> {
  let recorded = "";
  for (const part of block.split(/^\$ /m).slice(1)) {
    const [command = "", ...lines] = part.split("\n");
    const printed = await reader.run(command, lines.flatMap(findAnswer));
    // Many editors remove trailing spaces.
    recorded += `$ ${command}\n${printed === "" ? "" : `${printed.replace(/ +$/gm, "")}\n`}`;
  }
  return recorded;
}

// A question ends with a space, followed by the answer. A hidden answer leaves nothing after the colon.
function findAnswer(text: string): readonly string[] {
  const line = text.endsWith(":") ? `${text} ` : text;
  const end = line.lastIndexOf(": ") + 2;
  return question.test(line.slice(0, end)) ? [line.slice(end)] : [];
}
