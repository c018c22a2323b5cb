/**
 * Quotes a string as one word of a POSIX shell. In single quotes nothing has a meaning except the single quote itself.
 *
 * @example
 * quoteShell("it's $HOME"); // 'it'\''s $HOME'
 */
export function quoteShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
