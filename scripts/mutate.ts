// Changes the code in many small ways, one at a time and in a copy, and sees whether the tests beside it notice.
// --only json,collector picks targets; --sample 50 takes that many mutants of each.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { figure } from "@assay/testing/figure";
import { createRandom } from "@assay/testing/seeded-random";
import { applyMutation, type Mutation, mutationsOf } from "./mutations.ts";

interface Target {
  readonly files: readonly string[];
  /** Those that fail fastest first: a mutant is gone with the first test that notices it. */
  readonly tests: readonly string[];
}

const targets: { readonly [name: string]: Target } = {
  json: {
    files: [
      "json/read-json.ts",
      "json/scan-json.ts",
      "json/scan-string.ts",
      "json/prescan.ts",
      "json/number-literal.ts",
      "json/decode-utf8.ts",
      "json/container.ts",
    ],
    tests: [
      "json/read-json.test.ts",
      "json/prescan.test.ts",
      "json/number-literal.test.ts",
      "json/decode-utf8.test.ts",
      "json/scan-json.test.ts",
    ],
  },
  normalize: { files: ["spec/normalizer.ts"], tests: ["spec/normalizer.test.ts"] },
  "comparison-key": {
    files: ["registry/comparison-key.ts", "registry/slug.ts"],
    tests: ["registry/comparison-key.test.ts", "registry/slug.test.ts"],
  },
  "apply-fix": { files: ["fixes/apply-fix.ts"], tests: ["fixes/apply-fix.test.ts"] },
  collector: { files: ["findings/collector.ts"], tests: ["findings/collector.test.ts"] },
};

/** A mutant that no test notices, and why none can. */
interface Explained {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

interface Mutant {
  readonly file: string;
  readonly source: string;
  readonly mutation: Mutation;
}

type Fate = "killed" | "survived" | "no program";

const bar = 90;
const workers = 2;
const patienceMs = 10_000;
const slower = 5;

const root = join(import.meta.dirname, "..");
const survivorsFile = join(import.meta.dirname, "mutate-survivors.json");
const { values } = parseArgs({ options: { only: { type: "string" }, sample: { type: "string" } } });
const chosen = values.only?.split(",") ?? Object.keys(targets);
const explained = JSON.parse(readFileSync(survivorsFile, "utf8")) as readonly Explained[];
const rooms = Array.from({ length: workers }, createRoom);

try {
  for (const name of chosen) {
    const target = targets[name];
    if (!target) throw new Error(`There is no target ${name}: choose among ${Object.keys(targets).join(", ")}.`);
    await mutate(name, target);
  }
} finally {
  for (const room of rooms) rmSync(room, { recursive: true, force: true });
}

async function mutate(name: string, target: Target): Promise<void> {
  const limits = await measure(target);
  const queue = sampled(target.files.flatMap(mutantsOf));
  const fates = new Map<Mutant, Fate>();
  let next = 0;
  const work = async (room: string) => {
    for (let mutant = queue[next++]; mutant; mutant = queue[next++]) {
      fates.set(mutant, await fateOf(mutant, target, limits, room));
    }
  };
  await Promise.all(rooms.map(work));

  const programs = queue.filter((mutant) => fates.get(mutant) !== "no program");
  const survivors = programs.filter((mutant) => fates.get(mutant) === "survived");
  const unexplained = survivors.filter((mutant) => reasonOf(mutant) === undefined);
  for (const mutant of survivors) console.log(`${describe(mutant)}\n    ${reasonOf(mutant) ?? "not explained"}`);
  const killed = programs.length - survivors.length;
  const score = programs.length === 0 ? 100 : (100 * killed) / programs.length;
  console.log(`${name}: ${programs.length} mutants, ${killed} killed, ${survivors.length} survived,`);
  console.log(`  ${unexplained.length} of them unexplained, ${queue.length - programs.length} that were no program`);
  figure(`mutants killed in ${name}`, `${killed} of ${programs.length}, ${score.toFixed(1)} %`, `${bar} %`);
  if (score < bar && unexplained.length > 0) process.exitCode = 1;
}

function mutantsOf(file: string): readonly Mutant[] {
  const source = readFileSync(join(root, "packages/engine/src", file), "utf8");
  return mutationsOf(source).map((mutation) => ({ file, source, mutation }));
}

function sampled(mutants: readonly Mutant[]): readonly Mutant[] {
  if (values.sample === undefined) return mutants;
  const random = createRandom(Number(process.env.ASSAY_SEED ?? 1));
  const left = [...mutants];
  while (left.length > Number(values.sample)) left.splice(random.below(left.length), 1);
  return left;
}

// A copy of the engine: the working tree is never touched, and each worker has its own.
function createRoom(): string {
  const room = mkdtempSync(join(tmpdir(), "assay-mutate-"));
  mkdirSync(join(room, "packages/engine"), { recursive: true });
  for (const part of ["src", "test", "package.json"]) {
    cpSync(join(root, "packages/engine", part), join(room, "packages/engine", part), { recursive: true });
  }
  symlinkSync(join(root, "packages/contract"), join(room, "packages/contract"));
  symlinkSync(join(root, "node_modules"), join(room, "node_modules"));
  return room;
}

async function fateOf(mutant: Mutant, { tests }: Target, limits: readonly number[], room: string): Promise<Fate> {
  const file = join(room, "packages/engine/src", mutant.file);
  writeFileSync(file, applyMutation(mutant.source, mutant.mutation));
  try {
    if (!(await passes(room, [mutant.file], patienceMs))) return "no program";
    for (const [index, test] of tests.entries()) {
      if (!(await passes(room, [test], limits[index] ?? patienceMs))) return "killed";
    }
    return "survived";
  } finally {
    writeFileSync(file, mutant.source);
  }
}

// How long each test may take before its mutant counts as one that never ends.
async function measure({ tests }: Target): Promise<readonly number[]> {
  const limits: number[] = [];
  for (const test of tests) {
    const started = performance.now();
    const passed = await passes(rooms[0] as string, [test], 60 * patienceMs);
    if (!passed) throw new Error(`${test} fails before anything is changed.`);
    limits.push(Math.ceil(patienceMs + slower * (performance.now() - started)));
  }
  return limits;
}

function passes(room: string, files: readonly string[], limitMs: number): Promise<boolean> {
  // What costs a hostile megabyte is seconds, for every mutant; quadratic work is not what mutants are about.
  const flags = ["--conditions=assay-source", "--test-skip-pattern=megabyte"];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...flags, ...files.map((file) => join("src", file))], {
      cwd: join(room, "packages/engine"),
      env: { ...process.env, ASSAY_SCALE: "" },
      stdio: "ignore",
      timeout: limitMs,
      killSignal: "SIGKILL",
    });
    child.on("close", (code) => resolve(code === 0));
  });
}

function reasonOf(mutant: Mutant): string | undefined {
  const { file, from, to } = shown(mutant);
  return explained.find((entry) => entry.file === file && entry.from === from && entry.to === to)?.reason;
}

function describe(mutant: Mutant): string {
  const { file, line, from, to } = shown(mutant);
  return `  survived: ${file}:${line}\n    - ${from}\n    + ${to}`;
}

// The lines that a mutation changes, before and after.
function shown({ file, source, mutation }: Mutant) {
  const start = source.lastIndexOf("\n", mutation.start) + 1;
  const lineEnd = source.indexOf("\n", mutation.end);
  const end = lineEnd < 0 ? source.length : lineEnd;
  const after = applyMutation(source, mutation);
  const tidy = (text: string) => text.trim().replace(/\s+/g, " ");
  return {
    file,
    line: source.slice(0, start).split("\n").length,
    from: tidy(source.slice(start, end)),
    to: tidy(after.slice(start, end + after.length - source.length)),
  };
}
