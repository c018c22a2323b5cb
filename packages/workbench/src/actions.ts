import type { Sharing } from "./share/create-sharing.ts";

/** What a person can do in the page. */
export interface Actions extends Sharing {
  /** Applies one fix of a diagnostic of the verdict. */
  fix(diagnostic: number, fix: number): Promise<void>;
  /** Opens the review of all fixes together. */
  review(): Promise<void>;
  /** Applies all fixes together, after the review. */
  repair(): void;
  undo(): void;
  /** Selects what a JSON Pointer leads to; the code tells whether it is about a name or a value. */
  goTo(pointer: string, code?: string): void;
  /** Selects a range of the draft. */
  select(from: number, to: number): void;
  /** Asks the service for its verdict; without a key, asks for one first. */
  confirm(): void;
  /** Opens the dialog in which a key is given. */
  askForKey(): void;
  /** The address of the page about a diagnostic. */
  pageOf(code: string): string;
  closeDialog(): void;
}
