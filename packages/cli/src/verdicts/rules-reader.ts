import { statSync } from "node:fs";
import { resolve } from "node:path";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { toPrintableLines } from "../terminal/to-printable.ts";
import { type OpenedRules, type RuleFiles, readRegistryFile, readRules } from "./rules-engine.ts";

/** Returns the rules and the registry to use now, and why newer content of their files cannot be used. */
export type ReadRules = () => Promise<{ readonly rules: OpenedRules; readonly problems: readonly string[] }>;

/**
 * Opens both files, and each again once it has changed. Until the new content can be used, the old stays in use. Whoever
 * replaces a file and then reads gets the new content, because each call compares the files instead of watching them.
 */
export async function openRulesReader(
  { specPackage, registry }: RuleFiles & { readonly registry: string },
  io: Io,
): Promise<ReadRules> {
  let product: string | undefined;
  const openSpec = createReopen(specPackage, io, async () => {
    const opened = await readRules({ specPackage }, io);
    product ??= opened.spec.document.targetProduct;
    if (opened.spec.document.targetProduct === product) return opened;
    throw new Failure(`${specPackage} is no longer for ${product}.`);
  });
  const openRegistry = createReopen(registry, io, async () => readRegistryFile(registry, product ?? "", io));
  const read: ReadRules = async () => {
    const [spec, view] = [await openSpec(), await openRegistry()];
    const problems = [spec, view].flatMap(({ problem }) => problem ?? []);
    return { rules: { ...spec.value, registry: view.value }, problems };
  };
  let last = read();
  await last;
  // One call after the other, so that none gets older content than the one before it.
  return () => {
    last = last.then(read);
    return last;
  };
}

// Creates a function that opens a file if it has changed since the last call. Only the first call throws.
function createReopen<Value>(name: string, io: Pick<Io, "cwd" | "err">, open: () => Promise<Value>) {
  let opened: { readonly version: string; readonly value: Value; readonly problem?: string } | undefined;
  return async () => {
    const version = readVersion(resolve(io.cwd, name));
    if (opened?.version === version) return opened;
    try {
      opened = { version, value: await open() };
    } catch (reason) {
      if (!opened) throw reason;
      const problem = `${toPrintableLines((reason as Error).message)} Its previous content stays in use.`;
      io.err.write(`${problem}\n`);
      opened = { value: opened.value, version, problem };
    }
    return opened;
  };
}

// Replacing a file changes its inode; writing to it changes the rest. Opening it says why it has none of these.
function readVersion(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(" ");
  } catch {
    return "";
  }
}
