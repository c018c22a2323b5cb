import { scale } from "@assay/testing/scale";
import type { Page } from "playwright-core";

/** A static page as a reader sees it: where it is, and what the reader has opened. */
export interface DocPage {
  readonly name: string;
  /** Path and fragment. */
  readonly address: string;
  /** What the console reports when it is opened, because of its status. */
  readonly fault?: string;
  show?(page: Page): Promise<void>;
}

/** One of each kind of static page. */
export const docPages: readonly DocPage[] = [
  { name: "home", address: "/docs" },
  { name: "api", address: "/docs/api", show: unfold },
  { name: "diagnostics", address: "/diagnostics" },
  { name: "diagnostic", address: "/diagnostics/field.missing" },
  { name: "problem", address: "/problems/rate-limited" },
  { name: "spec-problems", address: "/spec-problems" },
  { name: "not-found", address: "/nothing", fault: "404" },
];

/** Places on these pages, for pictures. */
export const places: readonly DocPage[] = [
  { name: "home-codes", address: "/docs#codes" },
  { name: "api-operation", address: "/docs/api#validateProposal" },
  { name: "api-answers", address: "/docs/api#validateProposal-answers", show: unfold },
  { name: "api-problem", address: "/docs/api#problem-invalid-envelope" },
];

// At full scale every part is unfolded. axe takes long for all of them, so otherwise it is one of each kind.
async function unfold(page: Page): Promise<void> {
  const ofEachKind =
    "#validateProposal-200 details, details:has(> #validateProposal-400), details:has(> #problem-internal)";
  const parts = scale === "full" ? "details" : ofEachKind;
  await page.evaluate(`for (const part of document.querySelectorAll("${parts}")) part.open = true`);
}
