import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { reRecord } from "./re-record.ts";
import { runAtTerminal } from "./run-at-terminal.ts";
import { findFreePorts, movePorts, readersEnv, readVariables, startDev } from "./start-dev.ts";

const root = join(import.meta.dirname, "../../../..");

/** Runs the commands of a page in a terminal while `npm run dev` runs. Returns the page with the current output. */
export async function followPage(page: string): Promise<string> {
  const port = await findFreePorts();
  const folder = mkdtempSync(join(tmpdir(), "assay-page-"));
  try {
    await using _ = await startDev(port, folder);
    const cwd = join(folder, "try");
    cpSync(join(root, "examples"), join(folder, "examples"), { recursive: true });
    const { KEY = "" } = readVariables(folder);
    const env = {
      ...readersEnv,
      PATH: `${writeAssayBin(folder)}${delimiter}${readersEnv.PATH}`,
      KEY,
      NO_COLOR: "1",
      // Hides the logins of the person who runs the test.
      XDG_CONFIG_HOME: join(folder, "config"),
    };
    return await reRecord(page, {
      save: (name, content) => writeFileSync(join(cwd, name), movePorts(port, content)),
      run: async (command, recordedAnswers) => {
        const answers = recordedAnswers.map((answer) => (answer === "" ? KEY : answer));
        const screen = await runAtTerminal({ command: movePorts(port, command), cwd, env, columns: 80, answers });
        return toPageText(screen, port);
      },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes an `assay` command that runs from source. Returns its folder. */
export function writeAssayBin(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const file = join(bin, "assay");
  const main = join(root, "packages/cli/src/main.ts");
  writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" --conditions=assay-source "${main}" "$@"\n`);
  chmodSync(file, 0o755);
  return bin;
}

/** Converts a screen to the text of a page: with the ports that pages use, and fixed ballot ids and times. */
export function toPageText(screen: string, port: number): string {
  return screen
    .replace(/:(\d{4})\b/g, (matched, digits: string) => {
      const offset = Number(digits) - port;
      return offset >= 0 && offset < 8 ? `:${8080 + offset}` : matched;
    })
    .replace(/(?<=\/ballots\/)[0-9a-f-]{36}/g, "2d6c3a52-8c0f-4e5b-9a41-6f3b1d0c7e58")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "2026-11-16T09:00:00.000Z")
    .replace(/(?<=submitted on )\d{4}-\d\d-\d\d/g, "2026-11-16");
}
