import type { CheckedText } from "../session/state.ts";
import { introduction, type Workbench } from "../workbench/create-workbench.ts";
import { locateSyntaxErrors } from "../workbench/find-marks.ts";
import { formatTitle } from "../workbench/headline.ts";
import { ConfirmationCard } from "./confirmation-card.tsx";
import { KeyDialog } from "./dialogs/key-dialog.tsx";
import { ReviewDialog } from "./dialogs/review-dialog.tsx";
import { EditorPane } from "./editor-pane.tsx";
import { Icon } from "./icons.tsx";
import { Loading } from "./loading.tsx";
import { showResults } from "./show-results.ts";
import { StatusBar } from "./status-bar.tsx";
import { TopBar } from "./top-bar.tsx";
import { DiagnosticGroups } from "./verdict/diagnostic-groups.tsx";
import { DiagnosticItem } from "./verdict/diagnostic-item.tsx";
import { NextRules } from "./verdict/next-rules.tsx";
import { PackageCard } from "./verdict/package-card.tsx";
import { VerdictCard } from "./verdict/verdict-card.tsx";

interface Props {
  readonly workbench: Workbench;
}

/** The whole page. */
export function App({ workbench }: Props) {
  const { banner } = workbench;
  return (
    <div class="page">
      <TopBar workbench={workbench} />
      {banner.value !== undefined && (
        <p class={banner.value === introduction ? "banner introduction" : "banner"} role="status">
          <Icon name="info" />
          {banner.value}
        </p>
      )}
      <main class="work">
        <EditorPane workbench={workbench} />
        <Results workbench={workbench} />
      </main>
      <StatusBar workbench={workbench} />
      <JumpToVerdict workbench={workbench} />
      <p class="hidden" role="status" aria-live="polite">
        {workbench.announcement.value}
      </p>
      <Toast workbench={workbench} />
      <Dialogs workbench={workbench} />
    </div>
  );
}

function Results({ workbench }: Props) {
  const { session, text } = workbench;
  const { value: checked } = session.checked;
  const { value: notice } = session.notice;
  const isReady = checked && session.rules.value.kind === "ready";
  return (
    <div class={checked && checked.text !== text.value ? "results is-stale" : "results"} id="results" tabIndex={-1}>
      {session.areRulesReplaced.value && (
        <div class="card loading" role="alert">
          <p>The rules have changed. This page still uses the old ones.</p>
          <button type="button" class="primary" onClick={() => location.reload()}>
            Reload the page; your draft is kept
          </button>
        </div>
      )}
      {(!isReady || notice !== undefined || session.engine.value.kind === "failed") && (
        <Loading workbench={workbench} />
      )}
      {isReady && <Outcome checked={checked} workbench={workbench} />}
      {(!isReady || checked.result.kind === "unreadable") && <ConfirmationCard workbench={workbench} />}
    </div>
  );
}

function Outcome({ checked, workbench }: OutcomeProps) {
  const { result, text } = checked;
  if (result.kind === "unreadable" && text.trim() === "")
    return <EmptyDraft title={formatTitle(checked)} workbench={workbench} />;
  if (result.kind === "unreadable")
    return <Unreadable checked={checked} problem={result.problem} workbench={workbench} />;
  const { verdict } = result.built;
  return (
    <>
      <VerdictCard checked={checked} result={result} workbench={workbench} />
      <ConfirmationCard workbench={workbench} />
      {!workbench.session.areRulesReplaced.value && <PackageCard result={result} workbench={workbench} />}
      <DiagnosticGroups diagnostics={verdict.diagnostics} workbench={workbench} />
      {verdict.upcoming && <NextRules upcoming={verdict.upcoming} workbench={workbench} />}
      <p class="keys muted">
        <kbd>F8</kbd> next problem · <kbd>Ctrl</kbd>+<kbd>.</kbd> fix it · <kbd>Ctrl</kbd>+<kbd>Shift</kbd>+<kbd>.</kbd>{" "}
        review all fixes · <kbd>Ctrl</kbd>+<kbd>Enter</kbd> check with the service · <kbd>Ctrl</kbd>+<kbd>Space</kbd>{" "}
        complete
      </p>
    </>
  );
}

interface OutcomeProps extends Props {
  readonly checked: CheckedText;
}

/** Offers ways to start while the draft is empty. */
function EmptyDraft({ title, workbench }: Props & { readonly title: string }) {
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

/** The syntax errors of a draft that is not JSON, and the last verdict's diagnostics, which probably still apply. */
function Unreadable({ checked, problem, workbench }: UnreadableProps) {
  const { diagnostics = [] } = workbench.lastVerdict.value ?? {};
  return (
    <>
      <section class="card verdict" aria-labelledby="verdict">
        <h2 id="verdict">{formatTitle(checked)}</h2>
        {locateSyntaxErrors(checked.text, problem).map(({ message, at: { line, column }, from, to }) => (
          <div key={from}>
            <p>{message}</p>
            <p class="where">
              <button type="button" class="path" onClick={() => workbench.actions.select(from, to)}>
                {`line ${line}, column ${column}`}
              </button>
            </p>
          </div>
        ))}
      </section>
      {diagnostics.length > 0 && (
        <section class="group" aria-label="Before this change">
          <h3>Before this change</h3>
          <ul class="diagnostics">
            {diagnostics.map((diagnostic, index) => (
              <DiagnosticItem key={index} diagnostic={diagnostic} workbench={workbench} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface UnreadableProps extends OutcomeProps {
  readonly problem: Extract<CheckedText["result"], { readonly kind: "unreadable" }>["problem"];
}

/** A button on phones that always shows the verdict in one line, and scrolls to it. */
function JumpToVerdict({ workbench: { session } }: Props) {
  const { value: checked } = session.checked;
  if (!checked) return null;
  const { result } = checked;
  const outcome = result.kind === "unreadable" ? undefined : result.built.valid ? "valid" : "invalid";
  return (
    <button type="button" class={`jump ${outcome ? `is-${outcome}` : ""}`} onClick={showResults}>
      {outcome && <Icon name={outcome} />}
      {formatTitle(checked)}
    </button>
  );
}

/** A short message after an action. */
function Toast({ workbench: { toast, actions } }: Props) {
  if (!toast.value) return null;
  return (
    <div class="toast" role="status">
      {toast.value.text}
      {toast.value.canUndo && (
        <button type="button" onClick={actions.undo}>
          Undo
        </button>
      )}
    </div>
  );
}

function Dialogs({ workbench }: Props) {
  const { value: open } = workbench.dialog;
  if (open?.kind === "key") return <KeyDialog isForCheck={open.isForCheck} workbench={workbench} />;
  if (open?.kind === "review") return <ReviewDialog patched={open.patched} actions={workbench.actions} />;
  return null;
}
