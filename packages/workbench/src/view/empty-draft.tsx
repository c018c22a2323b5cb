import type { Workbench } from "../workbench/create-workbench.ts";

/** What to begin with, while there is no text. */
export function EmptyDraft({ title, workbench }: { readonly title: string; readonly workbench: Workbench }) {
  return (
    <section class="card verdict" aria-labelledby="verdict">
      <h2 id="verdict">{title}</h2>
      <p class="muted">Paste a candidate, open or drop a file, choose one of the examples, or begin here.</p>
      <div class="actions">
        <button type="button" class="primary" onClick={workbench.openTemplate}>
          Start from the template
        </button>
      </div>
    </section>
  );
}
