import type { Json, JsonObject } from "@assay/contract";
import { withNames, without } from "../corpora/traps/closed-objects.ts";
import { misspell } from "../corpora/traps/misspell.ts";
import type { Random } from "../seeded-random.ts";

const otherWords = ["standard", "default", "auto", "n/a", "see ticket", "both", "high", "random"];

/** A word that is not among the allowed values, or only nearly. */
export function otherWord(value: Json, random: Random, { enum: allowed, const: only }: JsonObject): Json | undefined {
  if (allowed === undefined && only === undefined) return undefined;
  if (typeof value === "number") return random.pick<Json>([value + 7, `v${value}`, "latest"]);
  const text = String(value);
  return random.pick([text.toUpperCase(), `${text}s`, text.slice(0, 4), `${text} (preferred)`, ...otherWords]);
}

/** A number as people write it. */
export function numberText(value: number, random: Random): string {
  const grouped = value.toLocaleString("en-US");
  return random.pick([String(value), `${value}`, grouped, `${value} %`, `about ${value}`, `${value}s`]);
}

/** A boolean as people write it. */
export function booleanText(value: Json, random: Random): Json | undefined {
  if (typeof value !== "boolean") return undefined;
  return random.pick<Json>([String(value), value ? "yes" : "no", value ? 1 : 0, value ? "on" : "off"]);
}

/** A list of strings as one string. */
export function listText(value: Json, random: Random): Json | undefined {
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) return undefined;
  const forms = [value.join(", "), value.join(" and "), value.map((item) => `- ${item}`).join("\n"), value.join("; ")];
  return random.pick(forms);
}

/** A day or a time in another format, or without its zone. */
export function timeText(value: Json, random: Random): Json | undefined {
  const [, day = "", time] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d)?/.exec(String(value)) ?? [];
  if (day === "") return undefined;
  const [year, month, date] = day.split("-").map(Number);
  const ways = [`${date}.${month}.${year}`, `${month}/${date}/${year}`, `${year}/${month}/${date}`, "next Monday"];
  return random.pick(time === undefined ? [...ways, `${day}T00:00:00Z`] : [...ways, day, day + time, `${day} 08:00`]);
}

/** A string that goes on beyond its maximum. */
export function tooLong(value: Json, maxLength: number): Json | undefined {
  if (typeof value !== "string" || !(maxLength <= 2_000)) return undefined;
  return `${value} ${"And there is more to say about it. ".repeat(Math.ceil(maxLength / 30))}`.trim();
}

/** A number beyond its maximum, or below its minimum. */
export function outOfRange(value: number, { minimum, maximum }: JsonObject): Json | undefined {
  if (typeof maximum === "number") return maximum + value + 1;
  return typeof minimum === "number" ? minimum - 1 : undefined;
}

const typeWords: { readonly [type: string]: readonly string[] } = {
  string: ["text", "varchar(36)", "VARCHAR(255)", "char"],
  integer: ["int", "INT(11)", "whole number", "numeric"],
  number: ["decimal(10,2)", "float", "double precision", "money"],
  boolean: ["bool", "tinyint(1)", "yes/no"],
  date: ["DATE", "day", "datetime"],
  category: ["text", "varchar(80)", "enum"],
  measure: ["number", "decimal(8,3)", "int"],
  day: ["date", "DATE", "timestamp"],
};

/** A type as databases and people call it. */
export function typeWord(value: Json, random: Random): Json | undefined {
  const words = typeWords[String(value)];
  return words && random.pick(words);
}

/** Sample records of which one has a value in another form, a field too many or one too few. */
export function otherSamples(value: Json, random: Random): Json | undefined {
  const records = value as readonly JsonObject[];
  const at = random.below(records.length);
  const record = records[at] ?? {};
  const name = random.pick(Object.keys(record));
  const written = record[name] ?? null;
  const forms: readonly Json[] = [
    typeof written === "number" ? numberText(written, random) : `${written}`,
    ...["", "n/a", null, [written], { value: written }],
  ];
  const change = random.pick<JsonObject>([
    { ...record, [name]: random.pick(forms) },
    { ...record, [name]: random.pick(forms) },
    without(record, name),
    withNames(record, { [name]: misspell(name, random.below(4)) }),
    { ...record, remark: "seen twice" },
  ]);
  return records.with(at, change) as Json;
}

/** An id as people would write it. */
export function idText(value: Json, random: Random): Json {
  const words = String(value).split("-");
  return random.pick([
    words.map((word) => (word[0] ?? "").toUpperCase() + word.slice(1)).join(" "),
    words.join("_"),
    String(value).toUpperCase(),
    `${words.join(" ")} (new)`,
    `${words.join(" & ")} №5`,
    `${value}!`,
  ]);
}
