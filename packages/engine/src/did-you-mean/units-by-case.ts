/** The two units that a symbol is in one case or the other, if the name of a property may end in one of them. */
export function unitsByCase(name: string, symbol: string): readonly [string, string] | undefined {
  const isAtEnd = (unit: string) => name.toLowerCase().endsWith(unit.toLowerCase());
  const base = bases.find((each) => symbol.toLowerCase() === `m${each.toLowerCase()}`);
  if (base !== undefined) return isAtEnd(base) ? [`m${base} (milli)`, `M${base} (mega)`] : undefined;
  const [, prefix, rate = ""] = ofBits.exec(symbol) ?? [];
  if (prefix === undefined || !isAtEnd(`b${rate}`)) return undefined;
  const [large, ps] = [prefix.replace(/^[mgtp]/, (letter) => letter.toUpperCase()), rate.toLowerCase()];
  return [`${large}b${ps} (bits)`, `${large}B${ps} (bytes)`];
}

/** Whether a symbol that is not written exactly may be two units: "mw" is a milliwatt or a megawatt. */
export function isUnclear(symbol: string): boolean {
  return milliOrMega.test(symbol) || rareMega.test(symbol) || (ofBits.test(symbol) && !symbol.endsWith("bps"));
}

/** Whether the unit of a value and that of its property may be two units that differ by case. */
export function mayDifferByCase(symbol: string, known: string): boolean {
  const both = [symbol, known];
  if (symbol === "k") return true;
  if (both.some((text) => rareMega.test(text))) return symbol !== known;
  if (milliOrMega.test(symbol)) return symbol !== known || symbol === symbol.toLowerCase();
  if (!both.some((text) => ofBits.test(text))) return false;
  // "5 MB" are bytes, and `mb` in a name whose case says nothing means the same.
  if (/^[kKMGTP]i?B$/.test(symbol) && symbol.toLowerCase() === known) return false;
  return ![/(?:B|bytes?)$/, /[A-Z]b$/, /bps$/, /B(?:ps|PS)$/].some((form) => both.every((text) => form.test(text)));
}

const used = "W|V|A|Hz|Pa|J|N|Wh|VA|var|ohm|Ω|eV|Bq|Gy|rad|K";
const bases = `${used}|L|g|bar`.split("|");
// A megatonne is an Mt, and a metric ton often an mt.
const milliOrMega = new RegExp(`^m(?:${used}|t)$`, "i");
// Of these mega is rare: in any other case they are milli, a metre or a gram.
const rareMega = /^(?:M(?:[lLgs]|bar|m[23²³]?)?|G)$/;
const ofBits = /^([kmgtp]?i?)b(ps)?$/i;
