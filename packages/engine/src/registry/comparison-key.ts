const idAlphabet = /^[A-Za-z0-9._-]+$/;
const letterOrDigit = /[A-Za-z0-9]/;

/** Whether a string can be a generator id at all: only then it is compared with the registry. */
export function isGeneratorId(text: string): boolean {
  return text.length <= 128 && idAlphabet.test(text) && letterOrDigit.test(text);
}

/** The form in which ids are compared (`ascii-lower-separators`): `Person_Basic` is `person-basic`. */
export function comparisonKey(id: string): string {
  return id.replace(/[-_.]/g, "").replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Equal for ids that people mistake for one another: `pers0n-basic` and `person-basic`. */
export function lookalikeKey(id: string): string {
  return comparisonKey(id).replace(/rn/g, "m").replace(/vv/g, "w").replace(/0/g, "o").replace(/[1i]/g, "l");
}
