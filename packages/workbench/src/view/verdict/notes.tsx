import { limits, type Verdict } from "@assay/contract";
import { counted } from "../../workbench/headline.ts";
import { isTooLarge } from "../../workbench/service.ts";

/** What a verdict left out or changed: checks that did not run, normalizations, and cut lists. */
export function Notes({ verdict, text }: { readonly verdict: Verdict; readonly text: string }) {
  const { checks, normalizations = [], truncated } = verdict;
  const isRefused = isTooLarge(text);
  if (checks.skipped.length === 0 && normalizations.length === 0 && !truncated && !isRefused) return null;
  return (
    <section class="notes" aria-label="Notes">
      {isRefused && (
        <p>{`The service refuses requests of more than ${limits.bodyBytes.toLocaleString("en")} bytes. Shorten the draft.`}</p>
      )}
      {truncated && <p>This list is incomplete: diagnostics or fixes were left out. Correct these first.</p>}
      {checks.skipped.length > 0 && (
        <details open>
          <summary>{`${counted(checks.skipped.length, "check")} did not run`}</summary>
          <ul>
            {checks.skipped.map(({ check, because }) => (
              <li key={check}>
                <code>{check}</code> waits until <code>{because.code}</code> at{" "}
                <code>{because.path === "" ? "the candidate" : because.path}</code> is corrected.
              </li>
            ))}
          </ul>
        </details>
      )}
      {normalizations.length > 0 && (
        <details>
          <summary>{`${counted(normalizations.length, "value is", "values are")} normalized`}</summary>
          <ul>
            {normalizations.map(({ path, ops }) => (
              <li key={path}>
                <code>{path}</code>: {ops.map((op) => operations[op] ?? op).join(", ")}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const operations: { readonly [op: string]: string } = {
  nfc: "Unicode composed (NFC)",
  newlines: "line breaks written as \\n",
  trim: "surrounding whitespace removed",
  sort: "sorted",
};
