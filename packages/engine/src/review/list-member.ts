import type { Json, JsonObject } from "@assay/contract";
import { isArray, isObject } from "../json/json.ts";
import { utf8Length } from "../text/utf8-length.ts";
import { codeSpan, longestName, shortestSpan, textOf } from "./code-span.ts";
import { counted, type Noun } from "./counted.ts";
import { fitItems } from "./fit-items.ts";
import { fitParts, type Part } from "./fit-parts.ts";

/** A property as an item of a list; what an object contains is a list inside it. */
export function listMember(name: string, value: Json, indent = ""): Part {
  if (isArray(value)) return listArray(name, value, ["item", "items"], indent);
  const label = `${indent}- ${codeSpan(name, longestName)}:`;
  // Below the second level, JSON is easier to read than lists in lists.
  if (isObject(value) && Object.keys(value).length > 0 && indent.length < 4) {
    const parts = membersOf(value).map(([inner, innerValue]) => listMember(inner, innerValue, `${indent}  `));
    const more = (count: number) => `${indent}  - and ${counted(count, ["more property", "more properties"])}\n`;
    const besides = utf8Length(label) + 1;
    return {
      least: besides + utf8Length(more(parts.length)),
      write: (maxBytes) => `${label}\n${fitParts(parts, maxBytes - besides, more)}`,
    };
  }
  const text = textOf(value);
  const besides = utf8Length(label) + 2;
  return {
    least: besides + shortestSpan,
    write: (maxBytes) => `${label} ${codeSpan(text, maxBytes - besides)}\n`,
  };
}

/** An array as an item of a list, everything in one line. */
export function listArray(name: string, items: readonly Json[], noun: Noun, indent = ""): Part {
  const label = `${indent}- ${codeSpan(name, longestName)} (${counted(items.length, noun)}):`;
  const texts = items.map(textOf);
  const besides = utf8Length(label) + 1;
  const write = (index: number, bytes: number) => `${index > 0 ? ", " : " "}${codeSpan(texts[index] as string, bytes)}`;
  return {
    least: besides + " not shown".length,
    write(maxBytes) {
      if (texts.length === 0) return `${label} none\n`;
      const noteBytes = ` and ${texts.length} more`.length;
      const spans = fitItems({ count: texts.length, write }, maxBytes - besides, noteBytes);
      if (spans.length === 0) return `${label} not shown\n`;
      const left = texts.length - spans.length;
      return `${label}${spans.join("")}${left > 0 ? ` and ${left} more` : ""}\n`;
    },
  };
}

/** The members of an object by name: the order in which they were written means nothing. */
export function membersOf(object: JsonObject): readonly (readonly [name: string, value: Json])[] {
  return Object.entries<Json>(object).sort(([a], [b]) => (a < b ? -1 : 1));
}
