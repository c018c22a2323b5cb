import type { Workbench } from "../workbench/create-workbench.ts";

// The menu has all of them.
const maxShown = 6;

/** What to begin with, while there is no text: the template, or an example. */
export function EmptyDraft({ title, workbench }: { readonly title: string; readonly workbench: Workbench }) {
  const { openTemplate, openExample } = workbench;
  const examples = workbench.examples.value.map((example, index) => ({ ...example, index }));
  return (
    <section class="card verdict" aria-labelledby="verdict">
      <h2 id="verdict">{title}</h2>
      <p class="muted">Paste a candidate, open or drop a file, or begin with one of these.</p>
      <div class="actions">
        <button type="button" class="primary" onClick={openTemplate}>
          Start from the template
        </button>
      </div>
      {[true, false].map((isAccepted) => {
        const shown = examples.filter((example) => example.isAccepted === isAccepted).slice(0, maxShown);
        if (shown.length === 0) return null;
        return (
          <section key={String(isAccepted)} class="starts">
            <h3>{isAccepted ? "Valid examples" : "Invalid examples"}</h3>
            <ul>
              {shown.map(({ name, index }) => (
                <li key={name}>
                  <button type="button" class="path" onClick={() => openExample(index)}>
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </section>
  );
}
