/** An argument as it is typed in a shell; a file that begins with a hyphen would be taken for an option. */
export function quoteArgument(text: string): string {
  const name = /^-./.test(text) ? `./${text}` : text;
  return /^[\w@%+=:,./-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

/** A number with its noun. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
