import { globSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { leaveNothingBehind } from "./leave-nothing-behind.ts";
import { refuseSlowParts } from "./refuse-slow-parts.ts";

const root = join(import.meta.dirname, "../..");

/** The files of unit tests, from the root of the repository: those that need no process, port or thread of their own. */
export function unitTestFiles(): readonly string[] {
  const files = globSync(["packages/*/src/**/*.test.ts", "tests/*.test.ts"], { cwd: root });
  return files.filter((file) => !file.endsWith(".deep.test.ts")).sort();
}

/** Loads unit tests into this process, where they share the modules that they test. */
export async function loadTests(isIncluded: (file: string) => boolean): Promise<void> {
  // Otherwise the first tests would run while the files of others are still loading.
  const loaded = Promise.withResolvers<void>();
  before(() => loaded.promise);
  refuseSlowParts();
  leaveNothingBehind();
  for (const file of unitTestFiles().filter(isIncluded)) {
    try {
      await import(pathToFileURL(join(root, file)).href);
    } catch (error) {
      test(`${file} is loaded`, () => {
        throw error;
      });
    }
  }
  loaded.resolve();
  after(() => {
    const { user, system } = process.cpuUsage();
    console.log(
      `figure: processor time of ${process.argv[1]} = ${((user + system) / 1e6).toFixed(1)} s (bar 60 s for both)`,
    );
  });
}
