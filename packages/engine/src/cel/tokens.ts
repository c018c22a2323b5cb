const string = /[rRbB]{0,2}("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/.source;
const opaque = new RegExp(`${string}|//.*`, "y");
const token = new RegExp(`${string}|\\d[\\w.]*|\\w+|[=!<>]=+|&&|\\|\\||[^]`, "uy");

/** Reads the string literal or comment that begins at an offset. Brackets inside it have no meaning. */
export function readOpaque(source: string, offset: number): string | undefined {
  return matchAt(opaque, source, offset);
}

/** Reads the token that begins at an offset: a string, number, word, operator or other character; "" at the end. */
export function readToken(source: string, offset: number): string {
  return matchAt(token, source, offset) ?? "";
}

function matchAt(expression: RegExp, source: string, offset: number): string | undefined {
  expression.lastIndex = offset;
  return expression.exec(source)?.[0];
}
