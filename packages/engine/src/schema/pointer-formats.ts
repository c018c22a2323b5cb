const pointer = "(?:/(?:[^~/]|~[01])*)*";
const integer = "(?:0|[1-9]\\d*)";
const jsonPointerPattern = new RegExp(`^${pointer}$`, "u");
const relativeJsonPointerPattern = new RegExp(`^${integer}(?:(?:[+-]${integer})?${pointer}|#)$`, "u");

/** Whether a string is a JSON Pointer (RFC 6901). */
export function isJsonPointer(text: string): boolean {
  return jsonPointerPattern.test(text);
}

/** Whether a string is a relative JSON Pointer (draft-bhutton-relative-json-pointer-00). */
export function isRelativeJsonPointer(text: string): boolean {
  return relativeJsonPointerPattern.test(text);
}

// RFC 6570, section 2. Literals are those of an IRI, and the private planes.
const planes = "123456789abcd".replace(/./g, "\\u{$&0000}-\\u{$&fffd}");
const beyondAscii = `\\u{a0}-\\u{d7ff}\\u{e000}-\\u{fdcf}\\u{fdf0}-\\u{ffef}${planes}\\u{e1000}-\\u{efffd}\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}`;
const encoded = "%[\\da-fA-F]{2}";
const literal = `(?:[\\x21\\x23-\\x24\\x26-\\x3b\\x3d\\x3f-\\x5b\\x5d\\x5f\\x61-\\x7a\\x7e${beyondAscii}]|${encoded})`;
const variable = `(?:[a-zA-Z\\d_]|${encoded})(?:\\.?(?:[a-zA-Z\\d_]|${encoded}))*(?::[1-9]\\d{0,3}|\\*)?`;
const expression = `\\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\\}`;
const uriTemplatePattern = new RegExp(`^(?:${literal}|${expression})*$`, "u");

/** Whether a string is a URI template (RFC 6570). */
export function isUriTemplate(text: string): boolean {
  return uriTemplatePattern.test(text);
}
