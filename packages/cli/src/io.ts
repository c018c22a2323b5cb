/** The environment, streams and prompts of a command. `main.ts` takes them from the process, and tests replace them. */
export interface Io {
  readonly env: { readonly [name: string]: string | undefined };
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** The version of this program and of its engine. */
  version(): string;
  readonly out: Output;
  readonly err: Output;
  /** Reads at most `maxBytes` of standard input. */
  readStdin(maxBytes: number): Promise<Uint8Array>;
  /** Whether a person at a terminal can answer questions. */
  readonly canAsk: boolean;
  /** Asks the person at the terminal. Returns undefined if there is no terminal, or if the input has ended. */
  ask(question: string): Promise<string | undefined>;
  /** Asks for a secret without showing what is typed. */
  askSecret(question: string): Promise<string | undefined>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** An output stream. */
export interface Output {
  write(text: string): void;
  /** The width of the terminal; undefined for a file or a pipe. */
  readonly columns: number | undefined;
}
