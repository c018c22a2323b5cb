/** An argument as it is typed in a shell. */
export function quoteArgument(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) && !text.startsWith("-")
    ? text
    : text === "-"
      ? text
      : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A number with its noun. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
