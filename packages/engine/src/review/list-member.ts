import type { Json, JsonObject } from "@assay/contract";
import { isArray, isObject } from "../json/json.ts";
import { utf8Length } from "../text/characters.ts";
import { counted, type Noun } from "../text/phrases.ts";
import { codeSpan, nameSpan, shortestSpan, textOf } from "./code-span.ts";
import { fitItems, wholeItems } from "./fit-items.ts";
import { fitFirst, fitParts, type Part, wholeOf } from "./fit-parts.ts";

/** A property as an item of a list; what an object contains is a list inside it. */
export function listMember(name: string, value: Json, indent = ""): Part {
  if (isArray(value)) return listArray(name, value, ["item", "items"], indent);
  const label = `${indent}- ${nameSpan(name)}:`;
  // Below the second level, JSON is easier to read than lists in lists.
  if (isObject(value) && Object.keys(value).length > 0 && indent.length < 4) {
    const members = membersOf(value);
    const parts = members.map(([inner, innerValue]) => listMember(inner, innerValue, `${indent}  `));
    // Of a map of objects, the first ones are shown whole: a little of each would say nothing about any.
    const fit = members.length > 1 && members.every(([, inner]) => isObject(inner)) ? fitFirst : fitParts;
    const more = (count: number) => `${indent}  - and ${counted(count, ["more property", "more properties"])}\n`;
    const besides = utf8Length(label) + 1;
    return {
      whole: wholeOf([{ whole: `${label}\n` }, ...parts]),
      least: besides + utf8Length(more(parts.length)),
      write: (maxBytes) => `${label}\n${fit(parts, maxBytes - besides, more)}`,
    };
  }
  const text = textOf(value);
  const besides = utf8Length(label) + 2;
  return {
    whole: `${label} ${codeSpan(text, Number.POSITIVE_INFINITY)}\n`,
    least: besides + shortestSpan,
    write: (maxBytes) => `${label} ${codeSpan(text, maxBytes - besides)}\n`,
  };
}

/** An array as an item of a list, everything in one line. */
export function listArray(name: string, items: readonly Json[], noun: Noun, indent = ""): Part {
  const label = arrayLabel(name, items, noun, indent);
  const texts = items.map(textOf);
  const besides = utf8Length(label) + 1;
  const write = (index: number, bytes: number) => {
    const text = `${index > 0 ? ", " : " "}${codeSpan(texts[index] as string, bytes)}`;
    return { text, bytes: utf8Length(text) };
  };
  const all = texts.length === 0 ? " none" : wholeItems({ count: texts.length, write });
  return {
    whole: all && `${label}${all}\n`,
    least: leastOfArray(label),
    write(maxBytes) {
      const noteBytes = ` and ${texts.length} more`.length;
      const spans = fitItems({ count: texts.length, write }, maxBytes - besides, noteBytes);
      if (spans.length === 0) return `${label} not shown\n`;
      const left = texts.length - spans.length;
      return `${label}${spans.join("")}${left > 0 ? ` and ${left} more` : ""}\n`;
    },
  };
}

/** What `listArray` begins with. */
export function arrayLabel(name: string, items: readonly Json[], noun: Noun, indent = ""): string {
  return `${indent}- ${nameSpan(name)} (${counted(items.length, noun)}):`;
}

/** Bytes in which `listArray` says at least what it is. */
export function leastOfArray(label: string): number {
  return utf8Length(label) + "\n not shown".length;
}

/** The members of an object by name: the order in which they were written means nothing. */
export function membersOf(object: JsonObject): readonly (readonly [name: string, value: Json])[] {
  return Object.entries<Json>(object).sort(([a], [b]) => (a < b ? -1 : 1));
}
