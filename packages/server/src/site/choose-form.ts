/** The forms in which a page is served. */
export type Form = "html" | "markdown" | "json";

type MediaType = readonly [type: string, subtype: string];

const mediaTypes: { readonly [form in Form]: MediaType } = {
  html: ["text", "html"],
  markdown: ["text", "markdown"],
  json: ["application", "json"],
};
const problemType: MediaType = ["application", "problem+json"];
const byName: readonly Form[] = ["html", "markdown", "json"];
const byWildcard: readonly Form[] = ["markdown", "html", "json"];

interface Range {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
}

/**
 * Chooses the form of a page by the Accept header; nothing if the header accepts none (RFC 9110, section 12.5.1). Of the
 * ranges that match a form the most specific one decides. Among equals a form that is named wins, so browsers get HTML;
 * if only a wildcard matches, as curl's does, it is Markdown.
 */
export function chooseForm(accept: string | undefined): Form | undefined {
  const ranges = (accept ?? "").split(",").flatMap(readRange);
  if (ranges.length === 0) return "markdown";
  const named = byName
    .map((form) => ({ form, ...rate(mediaTypes[form], ranges) }))
    .filter(({ precision }) => precision === 2);
  const wild = byWildcard
    .map((form) => ({ form, ...rate(mediaTypes[form], ranges) }))
    .filter(({ precision }) => precision < 2);
  const [best] = [...named, ...wild].filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  return best?.form;
}

/**
 * Whether a problem is answered as a page: only if the Accept header names HTML and prefers it to JSON, as browsers
 * do. Programs that name JSON, or accept anything, get JSON.
 */
export function prefersHtml(accept: string | undefined): boolean {
  const ranges = (accept ?? "").split(",").flatMap(readRange);
  const html = rate(mediaTypes.html, ranges);
  if (html.precision < 2 || html.quality === 0) return false;
  return [mediaTypes.json, problemType].every((type) => {
    const { quality, precision } = rate(type, ranges);
    return precision === 2 ? html.quality > quality : html.quality >= quality;
  });
}

function rate(
  [ownType, ownSubtype]: MediaType,
  ranges: readonly Range[],
): { readonly quality: number; readonly precision: number } {
  let best = { quality: 0, precision: -1 };
  for (const { type, subtype, quality } of ranges) {
    if (type !== "*" && type !== ownType) continue;
    if (subtype !== "*" && subtype !== ownSubtype) continue;
    const precision = Number(type !== "*") + Number(subtype !== "*");
    const better = precision > best.precision || (precision === best.precision && quality > best.quality);
    if (better) best = { quality, precision };
  }
  return best;
}

// Anything but a media range is ignored; a header without any range counts as no header.
function readRange(text: string): readonly Range[] {
  const [range = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const [, type, subtype] = /^([\w!#$&^.+*-]+)\/([\w!#$&^.+*-]+)$/.exec(range) ?? [];
  if (type === undefined || subtype === undefined || (type === "*" && subtype !== "*")) return [];
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
  if (!/^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight)) return [];
  return [{ type, subtype, quality: Number(weight) }];
}
