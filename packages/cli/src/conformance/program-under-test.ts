import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { isJsonObject } from "@assay/contract";
import { type Line, readLines } from "../engine-process/read-lines.ts";
import { Failure } from "../failure.ts";
import { shown } from "./differences.ts";
import type { Answered } from "./questions.ts";

/** An answer, or why there is none. */
export type Asked =
  | { readonly kind: "answer"; readonly answered: Answered }
  | { readonly kind: "none"; readonly why: string };

const maxAnswerBytes = 4_194_304;
const maxStderrLength = 2_000;

/** A program that speaks the engine protocol, started when it is first asked, and again after it gave no answer. */
export class ProgramUnderTest implements AsyncDisposable {
  readonly #command: readonly string[];
  readonly #cwd: string;
  readonly #timeoutMs: number;
  #running: Running | undefined;
  #asked = 0;

  constructor(command: readonly string[], { cwd, timeoutMs }: { readonly cwd: string; readonly timeoutMs: number }) {
    this.#command = command;
    this.#cwd = cwd;
    this.#timeoutMs = timeoutMs;
  }

  /** Sends one request and takes one line. A program that gives no answer is stopped. */
  async ask(request: object): Promise<Asked> {
    const running = this.#running ?? start(this.#command, this.#cwd);
    this.#running = running;
    const id = ++this.#asked;
    running.child.stdin.write(`${JSON.stringify({ id, ...request })}\n`);
    const line = await this.#within(running.lines.next());
    const asked = await this.#read(line, id, running);
    if (asked.kind === "none") await this.#stop();
    return asked;
  }

  /** Ends the input, and says what is wrong with how the program ends; nothing if it ends with 0. */
  async end(): Promise<string | undefined> {
    const running = this.#running;
    if (!running) return undefined;
    running.child.stdin.end();
    const ended = await this.#within(running.ended);
    await this.#stop();
    if (ended === undefined) return `It did not end within ${this.#timeoutMs / 1_000} s after the end of its input.`;
    return ended === "code 0" ? undefined : `It ended with ${ended} after the end of its input.`;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stop();
  }

  async #read(line: IteratorResult<Line> | undefined, id: number, { ended, stderr }: Running): Promise<Asked> {
    const none = (why: string): Asked => ({ kind: "none", why });
    if (line === undefined) return none(`No answer within ${this.#timeoutMs / 1_000} s.`);
    if (line.done) {
      const how = (await this.#within(ended)) ?? "its output closed";
      const said = stderr().trim();
      return none(`The program ended (${how}) without an answer.${said === "" ? "" : ` It wrote: ${shown(said)}`}`);
    }
    if (line.value.kind === "too-long") return none(`The answer has more than ${maxAnswerBytes} bytes.`);
    const text = new TextDecoder().decode(line.value.bytes);
    const answer = parse(text);
    if (answer === undefined) return none(`The answer is not a JSON object: ${shown(text)}`);
    if (answer.id !== id) return none(`The answer has the id ${shown(answer.id)}; the request has ${id}.`);
    if (isJsonObject(answer.result) !== isJsonObject(answer.error)) return { kind: "answer", answered: answer };
    return none("The answer has neither `result` nor `error` as an object, or both.");
  }

  async #within<Value>(value: Promise<Value>): Promise<Value | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), this.#timeoutMs);
    });
    try {
      return await Promise.race([value, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (!running) return;
    const { child } = running;
    child.kill("SIGKILL");
    // Others may have inherited its streams: they must not keep this process.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    // Whoever asked has been told if it could not be started.
    await running.ended.catch(() => {});
  }
}

interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly lines: AsyncGenerator<Line>;
  /** How it ended: a code or a signal. */
  readonly ended: Promise<string>;
  readonly stderr: () => string;
}

function start([program = "", ...args]: readonly string[], cwd: string): Running {
  const child = spawn(program, args, { cwd, stdio: "pipe" });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    stderr = `${stderr}${part}`.slice(-maxStderrLength);
  });
  // A program that has ended is noticed when its output ends.
  child.stdin.on("error", () => {});
  child.stdout.on("error", () => {});
  const ended = new Promise<string>((resolve, reject) => {
    child.once("exit", (code, signal) => resolve(code === null ? `signal ${signal}` : `code ${code}`));
    child.once("error", ({ message }) => reject(new Failure(`${program} cannot be started: ${message}`)));
  });
  ended.catch(() => {});
  return { child, lines: linesOf(child, ended), ended, stderr: () => stderr };
}

// A command that does not exist has streams too; that they end is not the news.
async function* linesOf(child: ChildProcessWithoutNullStreams, ended: Promise<string>): AsyncGenerator<Line> {
  try {
    yield* readLines(child.stdout, maxAnswerBytes);
  } catch (reason) {
    if (!child.stdout.destroyed) throw reason;
  }
  if (child.pid === undefined) await ended;
}

function parse(text: string): ({ readonly id?: unknown } & Answered) | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
