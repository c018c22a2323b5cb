/** An argument as it is typed in a shell. */
export function quoteArgument(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) && !text.startsWith("-")
    ? text
    : text === "-"
      ? text
      : `'${text.replaceAll("'", "'\\''")}'`;
}
