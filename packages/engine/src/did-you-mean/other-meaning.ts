import { isSameWord } from "./part-of-name.ts";

/**
 * Whether two names that are spelled almost the same mean different things: another unit (`mg/L`, `mg/dL`), another magnitude
 * (`terabytes`, `petabytes`), another party (`employee`, `employer`) or the opposite (`symmetric`, `asymmetric`). A wrong
 * letter in a word of up to three letters counts too, because most of those are symbols of units, currencies or countries.
 */
export function haveOtherMeanings(name: string, known: string): boolean {
  if (name.length > maxCharacters || known.length > maxCharacters) return false;
  const [words, others] = [piecesOf(name), piecesOf(known)];
  const [lower, knownLower] = [words.map(fold), others.map(fold)];
  if (lower.join("") === knownLower.join("")) return false;
  if (lower.length !== knownLower.length) {
    // Only one of them has a last word that may be a unit.
    const [last = "", knownLast = ""] = [lower.at(-1), knownLower.at(-1)];
    return last !== knownLast && [last, knownLast].some((word) => isUnit(word) || isSymbol(word));
  }
  return lower.some((word, index) => areUnlike(word, knownLower[index] ?? ""));
}

/**
 * Whether the last words of two names differ, and are so short that they may be units: of a number, a word of four letters is
 * more likely one than a misspelling.
 */
export function haveOtherShortWords(name: string, known: string): boolean {
  const [last = "", other = ""] = [piecesOf(name).at(-1), piecesOf(known).at(-1)].map((word) => fold(word ?? ""));
  const isShort = Math.min(last.length, other.length) <= 4 && !shortWords.has(other);
  return isShort && last !== other && !isSameWord(last, other) && !isSwapped(last, other);
}

/** Whether a word is the name or the symbol of a unit or a currency. */
export function isUnit(word: string): boolean {
  const text = fold(word);
  const [, stem = text] = metricPrefix.exec(text) ?? [];
  return (
    [text, stem].some((each) => units.has(each) || (each.length > 3 && units.has(each.replace(/s$/, "")))) ||
    (prefixLetters.includes(text.charAt(0)) && prefixed.has(text.slice(1)))
  );
}

/** A unit in words, if its symbol is one of the usual ones. */
export function unitInWords(word: string): string | undefined {
  const text = fold(word);
  return inWords.find(([, ...symbols]) => symbols.includes(text))?.[0] ?? (text.length > 3 ? text : undefined);
}

/** Whether two words are the same unit: `s`, `sec` and `seconds`. */
export function isSameUnit(one: string, other: string): boolean {
  const [a, b] = [fold(one), fold(other)];
  return (
    isSameWord(a, b) || inWords.some((names) => [a, b].every((text) => names.some((each) => isSameWord(text, each))))
  );
}

const maxCharacters = 64;

// Reviewed word by word. Words that no misspelling turns into each other need not be here.
const units = new Set(
  (
    "g kg mg t lb oz m km cm mm mi ft yd in l ml dl cl gal s ms us ns min h hr d wk mo yr sec day week month quarter year " +
    "hour minute second gram grain tonne ton pound ounce stone meter metre mile yard foot feet inch liter litre gallon pint " +
    "quart barrel bit byte b kb mb gb tb pb bps hz pa bar psi atm j cal w wh v a ah n nm ohm mol iu u eq kat c f k deg rad " +
    "degree celsius fahrenheit kelvin percent permille pct ppm ppb bp usd eur gbp jpy chf cny inr sek nok dkk cad aud cent " +
    "cents penny pence dollar euro franc krona kronor krone kroner koruna yen yuan rupee rupiah peso real rand dinar dirham " +
    "rial riyal denar dozen gross hectare acre knot rpm fps dpi px pt em psi psia psig million billion trillion milliard"
  ).split(" "),
);
const prefixLetters = "kmgtpcdhnuµ";
const prefixed = new Set("g m l s a v w b j n hz pa mol bps bit byte wh cal bar eq iu u t ev va ohm".split(" "));
const metricPrefix =
  /^(?:kilo|mega|giga|tera|peta|exa|milli|micro|nano|pico|femto|centi|deci|deca|hecto|kibi|mebi|gibi|tebi)(.{3,})$/;

// The name of each unit in words first, then its symbols and short forms.
const inWords: readonly (readonly string[])[] = [
  "milliseconds ms msec|microseconds us µs|nanoseconds ns|seconds s sec|minutes min|hours h hr|days d|weeks wk|months mo",
  "years y yr|milligrams mg|micrograms ug µg|grams g|kilograms kg|tonnes t|millilitres ml milliliters|decilitres dl",
  "litres l liters|millimetres mm millimeters|centimetres cm centimeters|metres m meters|kilometres km kilometers",
  "kilobytes kb|megabytes mb|gigabytes gb|terabytes tb|bytes b|kilobits/s kbps|megabits/s mbps|hertz hz|kilohertz khz",
  "percent % pct|cents cent|US dollars usd $|euros eur €|pounds gbp £|watts w|kilowatts kw|volts v|newtons n",
]
  .join("|")
  .split("|")
  .map((unit) => (/^US /.test(unit) ? ["US dollars", "usd", "$"] : unit.split(" ")));

// Words of one line are within two letters of each other, and are different things.
const unlike: readonly ReadonlySet<string>[] = [
  "biannual biennial|six sixth sixty|five fifth fifty|affected effected|adapted adopted|owned owed|prepaid repaid|later latter",
  "bits bytes|bit byte|debit debt|sender lender|inbound unbound|buyer payer|seller teller|quality quantity|patient parent",
]
  .join("|")
  .split("|")
  .map((line) => new Set(line.split(" ")));

// A word that begins with another one of a group, and goes on with the same letters, is another thing: "abduct", "adduct".
const prefixes: readonly (readonly string[])[] = [
  "inter intra infra|hyper hypo|macro micro|ante anti|ab ad|af ef|e im|pre per pro|mono poly|endo exo ecto|over under",
  "north south|east west|sub super sur|bi tri di|un in|kilo milli mega giga tera peta micro nano pico centi deci hecto",
]
  .join("|")
  .split("|")
  .map((group) => group.split(" "));

// Short words that are neither units nor codes: a wrong letter in one of them is a misspelling.
const shortWords = new Set(
  (
    "id ids url uri key tag at to by of on is has for the new old ref api iso csv sql xml web app doc log job row name type " +
    "date time code text list file path user role mode kind size note page link item team host port rule test data"
  ).split(" "),
);

function fold(word: string): string {
  return word.toLowerCase();
}

// A short piece such as "dL" or "kPa" is one symbol.
function piecesOf(name: string): readonly string[] {
  return name
    .split(/[^\p{L}\p{N}%$€£°]+/u)
    .flatMap((piece) =>
      piece.length <= 3 ? [piece] : piece.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u),
    )
    .filter((piece) => piece !== "");
}

function areUnlike(word: string, known: string): boolean {
  if (word === known || isSameWord(word, known)) return false;
  if (isUnit(word) && isUnit(known)) return !isSameUnit(word, known);
  return (
    hasOtherPrefix(word, known) ||
    isOtherParty(word, known) ||
    isOtherParty(known, word) ||
    isNegated(word, known) ||
    isNegated(known, word) ||
    unlike.some((words) => words.has(word) && words.has(known)) ||
    (areSymbols(word, known) && !isSwapped(word, known) && !isDoubled(word, known))
  );
}

function hasOtherPrefix(word: string, known: string): boolean {
  return prefixes.some((group) => {
    const [one, other] = [word, known].map((text) => group.find((prefix) => text.startsWith(prefix)));
    if (one === undefined || other === undefined || one === other) return false;
    return word.length - one.length > 2 && word.slice(one.length) === known.slice(other.length);
  });
}

// "payee" and "payer", "lessee" and "lessor", "insured" and "insurer".
function isOtherParty(word: string, known: string): boolean {
  const [, stem] = /^(.{2,})(?:ees?|ed)$/.exec(word) ?? [];
  return stem !== undefined && new RegExp(`^${escaped(stem)}[eo]rs?$`).test(known);
}

// "asymmetric" and "symmetric", "irrevocable" and "revocable".
function isNegated(word: string, known: string): boolean {
  const prefix = word.endsWith(known) ? word.slice(0, -known.length) : "";
  if (known.length < 5) return false;
  return prefix === "a" ? !/^[aeiou]/.test(known) : /^(?:un|in|im|il|ir|de|ex|non|dis|mis|off)$/.test(prefix);
}

function isSymbol(word: string): boolean {
  return /^[\p{L}%$€£°]{1,3}\d?$/u.test(word) && !shortWords.has(word);
}

// One of them has up to three letters, the other at most one consonant more: "kVA" and "kvar". A vowel that is left out, as in
// "frm", is a slip.
function areSymbols(word: string, known: string): boolean {
  if (isSymbol(word) && isSymbol(known)) return true;
  const isNear = [word, known].every((text) => isSymbol(text) || (/^\p{L}{4}$/u.test(text) && !shortWords.has(text)));
  const consonants = (text: string) => text.replace(/[aeiou]/g, "");
  return isNear && [word, known].some(isSymbol) && consonants(word) !== consonants(known);
}

// "agee" is a slip of "age".
function isDoubled(word: string, known: string): boolean {
  const once = (text: string) => text.replace(/(\p{L})\1/gu, "$1");
  return /[aeiou]/.test(word) && once(word) === once(known);
}

function isSwapped(word: string, known: string): boolean {
  return [...word].sort().join("") === [...known].sort().join("");
}

function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "\\$&");
}

// Megawatts are not milliwatts, and megabits not megabytes. Written in capitals only, "MG/DL" is still a unit of medicine.
const caseMatters = /^(?:[mM](?:W|V|A|Hz|Pa|J|N|Wh|bps|B|b)|[kKMGT]?[bB](?:ps)?)$/;

const unitAtEnd = /(?:[mM](?:W|V|A|Hz|Pa|J|N|Wh)|[kKMGT]?[bB](?:ps)?)$/;

/** Whether two names or values that differ only in case are different units. */
export function isOtherUnitByCase(value: string, known: string): boolean {
  if (value.length > maxCharacters) return false;
  // Of a name that is in one case, the case of its unit says nothing.
  const [end, other] = [value, known].map((text) => (/\p{Lu}/u.test(text) ? unitAtEnd.exec(text)?.[0] : undefined));
  if (end !== undefined && other !== undefined && end !== other && fold(end) === fold(other) && /\p{Ll}/u.test(value))
    return true;
  const [words, others] = [value, known].map((text) => text.split(/[^\p{L}]+/u)) as [string[], string[]];
  return (
    words.length === others.length &&
    words.some((word, index) => {
      const other = others[index] ?? "";
      return word !== other && fold(word) === fold(other) && caseMatters.test(word) && caseMatters.test(other);
    })
  );
}
