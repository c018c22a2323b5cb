import { isDeepStrictEqual } from "node:util";
import type { Diagnostic, Json, JsonObject, ProposalPackage, Verdict } from "@assay/contract";
import type { RegistryView } from "@assay/engine";
import type { Domain } from "../candidates/domains.ts";
import { engine } from "../cases/run-case.ts";
import { readAt, splitPath } from "../verdicts/examine-fixes.ts";
import { carryOut, type Task } from "./carry-out.ts";
import { type Order, readOrders } from "./orders.ts";

/** One answer, and what the agent made of it. */
export interface Turn {
  readonly candidate: Json;
  readonly verdict: Verdict;
  /** What it did, in the words of the answer. */
  readonly did: readonly string[];
}

/** A draft on its way: every answer, and how it ended. */
export interface Conversation {
  readonly turns: readonly Turn[];
  /** Sentences that give an order which the agent does not understand. */
  readonly unparsed: readonly string[];
  readonly end:
    | { readonly kind: "built"; readonly proposalPackage: ProposalPackage }
    /** `said`: the answer says that somebody has to be asked. Otherwise nothing in it can be carried out. */
    | { readonly kind: "asked"; readonly about: readonly Question[] };
}

/** An error that is left. */
export interface Question extends Pick<Diagnostic, "message" | "path" | "needs"> {
  readonly related: NonNullable<Diagnostic["related"]>;
  readonly said: boolean;
}

/** What the agent was given: the draft, what the person told it besides, and where the draft goes. */
export interface Commission {
  readonly domain: Pick<Domain, "spec">;
  readonly registry: RegistryView;
  readonly draft: Json;
  readonly brief: JsonObject;
  /** Whether the brief says everything: what it does not contain is not meant. Default: it says only what it contains. */
  readonly isToldAll?: boolean;
}

const maxCalls = 12;

/**
 * Takes a draft as far as it can by doing what messages and titles of fixes say, word for word: it knows neither codes nor
 * parameters nor patches, takes the first of several values, and asks only where `needs` says so, or where no sentence says
 * what else to do.
 */
export function converse({ domain: { spec }, registry, draft, brief, isToldAll }: Commission): Conversation {
  const turns: Turn[] = [];
  const unparsed: string[] = [];
  let candidate = draft;
  for (;;) {
    const { verdict, proposalPackage } = engine.build({ spec, registry, candidate });
    if (proposalPackage) {
      turns.push({ candidate, verdict, did: [] });
      return { turns, unparsed, end: { kind: "built", proposalPackage } };
    }
    const read = verdict.diagnostics.map((diagnostic) =>
      obey(diagnostic, candidate, { brief, isToldAll: isToldAll ?? false }),
    );
    unparsed.push(...read.flatMap((each) => each.unparsed));
    // Every path leads through a wrapper: what is inside is for the next answer.
    const unwrapping = read.filter(({ tasks }) => tasks.some(({ order }) => order.kind === "unwrap"));
    const obeyed = unwrapping.length > 0 ? unwrapping : read;
    const next = carryOut(
      candidate,
      obeyed.flatMap(({ tasks }) => tasks),
    );
    const isSame = isDeepStrictEqual(next, candidate);
    turns.push({ candidate, verdict, did: isSame ? [] : [...new Set(obeyed.flatMap(({ did }) => did))] });
    if (isSame || turns.length === maxCalls) {
      const errors = verdict.diagnostics.flatMap(({ severity, message, path, related = [], needs }, index) =>
        severity === "error" ? [{ message, path, related, needs, said: read[index]?.asks ?? false }] : [],
      );
      return { turns, unparsed, end: { kind: "asked", about: errors } };
    }
    candidate = next;
  }
}

interface Told {
  readonly brief: JsonObject;
  readonly isToldAll: boolean;
}

interface Obeyed {
  readonly tasks: readonly Task[];
  readonly did: readonly string[];
  readonly asks: boolean;
  readonly unparsed: readonly string[];
}

// What the title of a fix says is done at once; then what the message says; a value of a list is taken only if nothing else helps.
function obey(diagnostic: Diagnostic, candidate: Json, { brief, isToldAll }: Told): Obeyed {
  const { message, path, paths = [path], related = [], needs, fixes = [] } = diagnostic;
  const [title] = fixes.map((fix) => readOrders(fix.title));
  const { orders, unparsed } = readOrders(message);
  const given = [...(title?.orders ?? []), ...orders].map(({ order, sentence }) => ({
    order: understood(order, message),
    sentence,
  }));
  const all = given.map(({ order }) => order);
  // A value that it does not know means to ask, too.
  const asks = needs !== "edit";
  const obeyed = (tasks: readonly Task[], did: string): Obeyed => ({
    tasks,
    did: tasks.length > 0 ? [did] : [],
    asks,
    unparsed: [...unparsed, ...(title?.unparsed ?? [])],
  });

  const [edit] = given.filter(({ order }) => isEdit(order));
  if (edit) return obeyed(at(paths, edit.order), edit.sentence);
  for (const { order, sentence } of given) {
    if (order.kind !== "if there is no value") continue;
    const empty = paths.filter((each) => /^\s*$/.test(String(readAt(candidate, each) ?? "")));
    if (empty.length > 0) return obeyed(at(empty, order.does), sentence);
  }
  if (all.some(({ kind }) => kind === "use the brief")) {
    const told = paths.flatMap((each) => toldIn(brief, each));
    if (told.length > 0) return obeyed(told, `Wrote ${paths.join(", ")} as the brief says.`);
  }
  if (isToldAll && diagnostic.severity === "error") {
    // Values that are as the brief says contradict what is wrong: the type that a sample has, for example.
    const areMeant = paths.every((each) => isDeepStrictEqual(readAt(brief, each), readAt(candidate, each)));
    const others = related.map((each) => each.path);
    const wrong = areMeant && others.length > 0 ? others : paths;
    return obeyed(
      wrong.flatMap((each) => toldOfAll(brief, candidate, each)),
      `Did as the brief says at ${wrong.join(", ")}.`,
    );
  }
  if (asks) return obeyed([], "");
  for (const order of all) {
    if (order.kind === "choose") {
      const [value = null] = order.from;
      return obeyed(at(paths, { kind: "write", value }), `Took the first value: ${JSON.stringify(value)}.`);
    }
    if (order.kind === "rewrite id") {
      const value = String(readAt(candidate, path)).replace(/[^A-Za-z0-9_.-]+/g, "-");
      return obeyed(at(paths, { kind: "write", value }), `Wrote the id as ${JSON.stringify(value)}.`);
    }
    if (order.kind === "make up") {
      const places = order.what === "id" ? [path] : [path, ...related.map((each) => each.path)];
      const tasks = places.flatMap((each) => madeUp(candidate, each));
      return obeyed(tasks, `Made up ${tasks.map(({ order: { value } }) => JSON.stringify(value)).join(", ")}.`);
    }
  }
  return obeyed([], "");
}

function isEdit({ kind }: Order): boolean {
  return ["rename", "remove", "trim", "write", "convert", "unwrap"].includes(kind);
}

// Of an unknown name, a suggestion is a name; of anything else, a value.
function understood(order: Order, message: string): Order {
  if (order.kind !== "suggestion") return order;
  const { value } = order;
  return /^(?:Unknown property|The property name|The sample field)\b/.test(message)
    ? { kind: "rename", to: value }
    : { kind: "write", value };
}

function at(paths: readonly string[], order: Order): readonly Task[] {
  return paths.map((path) => ({ path, order }));
}

function toldIn(brief: JsonObject, path: string): readonly Task[] {
  const [first = ""] = splitPath(path);
  const value = Object.hasOwn(brief, first) ? readAt(brief, path) : undefined;
  return value === undefined ? [] : [{ path, order: { kind: "write", value } }];
}

// What is not in the brief is not meant; where the brief has another form, all of the property is as the brief says.
function toldOfAll(brief: JsonObject, candidate: Json, path: string): readonly Task[] {
  const [first = ""] = splitPath(path);
  const at = `/${first}`;
  const same = readAt(brief, path);
  if (
    same !== undefined &&
    readAt(candidate, parentOf(path)) !== undefined &&
    !isDeepStrictEqual(same, readAt(candidate, path))
  )
    return [{ path, order: { kind: "write", value: same } }];
  const { [first]: value } = brief;
  return [
    value === undefined ? { path: at, order: { kind: "remove" } } : { path: at, order: { kind: "write", value } },
  ];
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

function madeUp(candidate: Json, path: string): readonly { readonly path: string; readonly order: Write }[] {
  const value = readAt(candidate, path);
  if (typeof value !== "string") return [];
  return [{ path, order: { kind: "write", value: value.includes(" ") ? `${value} two` : `${value}-two` } }];
}

type Write = Extract<Order, { readonly kind: "write" }>;
