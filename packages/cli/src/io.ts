/** What a command reads from and writes to; `main.ts` takes it from the process, tests make their own. */
export interface Io {
  readonly env: { readonly [name: string]: string | undefined };
  /** Where relative paths begin. */
  readonly cwd: string;
  /** The version of this program, and so of its engine. */
  version(): string;
  readonly out: Output;
  readonly err: Output;
  /** What is piped into the command, but at most so many bytes. */
  readStdin(maxBytes: number): Promise<Uint8Array>;
  /** Whether there is a person at a terminal to ask. */
  readonly canAsk: boolean;
  /** Asks the person at the terminal; undefined if there is none, or the input has ended. */
  ask(question: string): Promise<string | undefined>;
  /** The same for a secret: what is typed is not shown. */
  askSecret(question: string): Promise<string | undefined>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** A stream to write to. */
export interface Output {
  write(text: string): void;
  /** How many columns the terminal has; undefined if it is a file or a pipe. */
  readonly columns: number | undefined;
}
