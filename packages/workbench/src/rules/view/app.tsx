import { limits } from "@assay/contract";
import { summarizeTests } from "@assay/engine";
import { useSignal } from "@preact/signals";
import { basePath } from "../../page/page-facts.ts";
import { Banner } from "../../view/banner.tsx";
import { CopyDialog } from "../../view/dialogs/copy-dialog.tsx";
import { Dialog } from "../../view/dialogs/dialog.tsx";
import { DiffView } from "../../view/dialogs/diff-view.tsx";
import { SecretDialog } from "../../view/dialogs/secret-dialog.tsx";
import { Icon } from "../../view/icons.tsx";
import { LoadingSteps } from "../../view/loading-steps.tsx";
import { showResults } from "../../view/show-results.ts";
import { Toast } from "../../view/toast.tsx";
import { packageTitle, type RulesView } from "../create-rules-view.ts";
import type { CheckedPackage } from "../messages.ts";
import { DiffCard } from "./diff-card.tsx";
import { DraftCard } from "./draft-card.tsx";
import { EditorPane } from "./editor-pane.tsx";
import { ProblemList } from "./problem-list.tsx";
import { TestList } from "./test-list.tsx";
import { TopBar } from "./top-bar.tsx";

/** The whole page. */
export function RulesApp({ view }: Props) {
  const { facts, banner } = view;
  const hasOwn = view.ownPackage.value !== undefined;
  return (
    <div class="page">
      <TopBar view={view} base={basePath(facts)} />
      <Banner what="package" said={banner.value} hasOwn={hasOwn} back={hasOwn && view.showOwnPackage} />
      <main class="work">
        <h1 class="hidden">Assay rules</h1>
        <EditorPane view={view} />
        <Results view={view} />
      </main>
      <StatusBar view={view} />
      <JumpToVerdict view={view} />
      <p class="hidden" role="status" aria-live="polite">
        {view.announcement.value}
      </p>
      <Toast toast={view.toast.value} undo={view.undo} />
      <Dialogs view={view} />
    </div>
  );
}

interface Props {
  readonly view: RulesView;
}

const stillWorks = "You can still edit the package, share it and save it.";

function Results({ view }: Props) {
  const { session, text, facts } = view;
  const { value: engine } = session.engine;
  const { value: published } = session.published;
  const { value: checked } = session.checked;
  const base = basePath(facts);
  const loading = (
    <LoadingSteps
      what="package"
      engine={engine}
      rules={published.kind === "none" ? { kind: "ready" } : published}
      notice={checked ? undefined : session.notice.value}
      retry={view.retry}
      stillWorks={{ engine: stillWorks, rules: stillWorks }}
    />
  );
  if (!checked) {
    return (
      <div class="results" id="results" tabIndex={-1}>
        {loading}
      </div>
    );
  }
  const isStale = checked.text !== text.value;
  return (
    <div class={isStale ? "results is-stale" : "results"} id="results" tabIndex={-1}>
      {session.notice.value !== undefined && <p role="alert">{session.notice.value}</p>}
      {(engine.kind === "failed" || published.kind === "failed") && loading}
      <VerdictCard result={checked.result} />
      <ProblemList view={view} base={base} />
      <DiffCard view={view} />
      <DraftCard view={view} base={base} />
      <TestList view={view} tests={checked.result.tests} />
      <p class="keys muted">
        <kbd>F8</kbd> next problem · <kbd>Ctrl</kbd>+<kbd>Space</kbd> complete
      </p>
    </div>
  );
}

/** On a phone: the verdict in one line, always in sight, and the way to it. */
function JumpToVerdict({ view: { session } }: Props) {
  const result = session.checked.value?.result;
  if (!result) return null;
  return (
    <button type="button" class={`jump ${result.isAccepted ? "is-valid" : "is-invalid"}`} onClick={showResults}>
      <Icon name={result.isAccepted ? "valid" : "invalid"} />
      {packageTitle(result)}
    </button>
  );
}

function Dialogs({ view }: Props) {
  const { value: open } = view.dialog;
  switch (open?.kind) {
    case undefined:
      return null;
    case "secret":
      return <SecretDialog found={open.found} actions={view} />;
    case "copy":
      return <CopyDialog text={open.text} actions={view} />;
    case "changes":
      return <ChangesDialog before={open.before} after={open.after} close={view.closeDialog} />;
  }
}

/** What was done, and the size of the package. */
function StatusBar({ view }: Props) {
  const { value: checked } = view.session.checked;
  const bytes = new TextEncoder().encode(view.text.value).length;
  const { bytes: most } = limits.specPackage;
  return (
    <footer class="status">
      <span>
        {checked === undefined
          ? "not checked yet"
          : `compiled, linted and tested in ${Math.max(1, Math.round(checked.result.ms))} ms`}
      </span>
      <span class={bytes > most ? "is-invalid" : ""}>
        {`${bytes.toLocaleString("en")} of ${most.toLocaleString("en")} bytes`}
      </span>
      <span class="grow">your rules stay in this page</span>
    </footer>
  );
}

/** What the service would do with the package. */
function VerdictCard({ result }: { readonly result: CheckedPackage }) {
  const { isAccepted, canTry, tests, digest } = result;
  const summary = summarizeTests({ kind: isAccepted ? "ok" : "broken", tests, ...(canTry && { rejectedSpec: true }) });
  return (
    <section class={`card verdict ${isAccepted ? "is-valid" : "is-invalid"}`} aria-labelledby="verdict">
      <h2 id="verdict">
        <Icon name={isAccepted ? "valid" : "invalid"} />
        {packageTitle(result)}
      </h2>
      <p class="muted" id="tests-summary">
        {summary}
      </p>
      {!isAccepted && <p class="muted">The last good package would stay in force.</p>}
      {digest !== undefined && <code class="package-digest">{digest}</code>}
    </section>
  );
}

/** The lines that differ from the published package. */
function ChangesDialog({ before, after, close }: ChangesProps) {
  const failure = useSignal("");
  return (
    <Dialog title="Changed lines" close={close} isWide>
      {before === after ? (
        <p>Nothing differs.</p>
      ) : (
        <DiffView before={before} after={after} label="Changed lines, as a diff" failure={failure} />
      )}
    </Dialog>
  );
}

interface ChangesProps {
  readonly before: string;
  readonly after: string;
  close(): void;
}
