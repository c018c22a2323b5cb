import type { Json, JsonObject } from "@assay/contract";
import { readAt, splitPath } from "../verdicts/examine-fixes.ts";
import type { Order } from "./orders.ts";

/** An order with the place that its message is about. */
export interface Task {
  readonly path: string;
  readonly order: Order;
}

/** A copy of a candidate in which orders are carried out. Those that do not fit what is there are left. */
export function carryOut(candidate: Json, tasks: readonly Task[]): Json {
  const [unwrapping] = tasks.filter(({ order }) => order.kind === "unwrap");
  if (unwrapping) return readAt(candidate, unwrapping.path) ?? candidate;
  // Inner places first and later items first, so that no edit moves the place of another.
  const ordered = tasks.toSorted(
    (one, other) => compare(splitPath(other.path), splitPath(one.path)) || isMove(one.order) - isMove(other.order),
  );
  return ordered.reduce(
    (current, { path, order }) => edited(current, splitPath(path), (place) => apply(place, order)),
    candidate,
  );
}

// A value is written before its property gets another name, or goes.
function isMove({ kind }: Order): number {
  return kind === "rename" || kind === "remove" ? 1 : 0;
}

/** Where an order is carried out: an array or object, and which of its members. */
interface Place {
  readonly holder: Json;
  readonly token: string;
}

function apply({ holder, token }: Place, order: Order): Json {
  const value = (holder as JsonObject)[token];
  switch (order.kind) {
    case "rename":
      if (Array.isArray(holder) || value === undefined || Object.hasOwn(holder as JsonObject, order.to)) return holder;
      return Object.fromEntries(
        Object.entries(holder as JsonObject).map(([name, each]) => [name === token ? order.to : name, each]),
      );
    case "remove":
      if (Array.isArray(holder)) return holder.toSpliced(Number(token), 1);
      return Object.fromEntries(Object.entries(holder as JsonObject).filter(([name]) => name !== token));
    case "trim":
      return typeof value === "string" ? put(holder, token, value.trim()) : holder;
    case "write":
      return put(holder, token, order.value);
    case "convert":
      return value === undefined ? holder : put(holder, token, converted(value, order.to));
    default:
      return holder;
  }
}

function put(holder: Json, token: string, value: Json): Json {
  if (Array.isArray(holder)) return holder.with(Number(token), value);
  return { ...(holder as JsonObject), [token]: value };
}

function converted(value: Json, to: string): Json {
  if (/^array of (\d+ )?strings$/.test(to))
    return String(value)
      .trim()
      .split(/\s*[,;\n]\s*/);
  const text = typeof value === "string" ? value.trim() : undefined;
  const isWritten = text !== undefined && /^(?:[[{].*|true|false|null|-?[0-9][0-9.e+-]*)$/is.test(text);
  const read = isWritten ? (JSON.parse(/^[tfn]/i.test(text) ? text.toLowerCase() : text) as Json) : undefined;
  if (to === "array") return Array.isArray(read) ? read : [text ?? value];
  if (read !== undefined) return read;
  return typeof value === "object" ? value : (text ?? String(value));
}

function edited(value: Json, path: readonly string[], change: (place: Place) => Json): Json {
  const [token, ...rest] = path;
  if (token === undefined || typeof value !== "object" || value === null) return value;
  if (rest.length === 0) return change({ holder: value, token });
  const inner = (value as JsonObject)[token];
  return inner === undefined ? value : put(value, token, edited(inner, rest, change));
}

function compare(one: readonly string[], other: readonly string[]): number {
  for (const [depth, token] of one.entries()) {
    const against = other[depth];
    if (against === undefined) return 1;
    if (token !== against) return token.localeCompare(against, "en", { numeric: true });
  }
  return one.length - other.length;
}
