import type { CheckedText } from "../session/state.ts";
import { introduction, type Workbench } from "../workbench/create-workbench.ts";
import { locateSyntaxErrors } from "../workbench/find-marks.ts";
import { formatCount, formatTitle, listNotes } from "../workbench/headline.ts";
import { ConfirmationCard } from "./confirmation-card.tsx";
import { KeyDialog } from "./dialogs/key-dialog.tsx";
import { ReviewDialog } from "./dialogs/review-dialog.tsx";
import { EditorPane } from "./editor-pane.tsx";
import { Icon } from "./icons.tsx";
import { Loading } from "./loading.tsx";
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
  const { service } = workbench;
  const { registry, areRulesReplaced } = workbench.session;
  return (
    <>
      <VerdictCard checked={checked} result={result} workbench={workbench} />
      {listNotes(result, registry.value, service.caller.value !== undefined).map((note) => (
        <p class="small" key={note}>
          {note}
        </p>
      ))}
      <ConfirmationCard workbench={workbench} />
      {!areRulesReplaced.value && <PackageCard result={result} workbench={workbench} />}
      <DiagnosticGroups checked={checked} diagnostics={verdict.diagnostics} workbench={workbench} />
      {verdict.upcoming && <NextRules upcoming={verdict.upcoming} workbench={workbench} />}
      <p class="keys small">
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
    <section class="verdict" aria-labelledby="verdict">
      <h2 id="verdict">{title}</h2>
      <div class="actions">
        <button type="button" class="primary" onClick={workbench.openTemplate}>
          Start from the template
        </button>
      </div>
      <p class="muted">Or paste a candidate, open or drop a file, or choose one of the examples.</p>
    </section>
  );
}

/** The syntax errors of a draft that is not JSON, and the last verdict's diagnostics, which probably still apply. */
function Unreadable({ checked, problem, workbench }: UnreadableProps) {
  const { diagnostics = [] } = workbench.lastVerdict.value ?? {};
  const errors = locateSyntaxErrors(checked.text, problem);
  const count = formatCount(errors.length, "error");
  return (
    <>
      <section class="verdict" aria-labelledby="verdict">
        <h2 id="verdict">{formatTitle(checked)}</h2>
        {errors.every(({ isExtra }) => isExtra) && (
          <div class="actions">
            <button type="button" class="primary" onClick={workbench.actions.review}>
              {`Review ${formatCount(errors.length, "fix", "fixes")}`}
            </button>
          </div>
        )}
      </section>
      <section class="group" aria-label={count}>
        <ul class="diagnostics">
          {errors.map(({ message, at: { line }, from, to }) => (
            <li class="diagnostic is-syntax" key={from}>
              <button type="button" class="row" onClick={() => workbench.actions.select(from, to)}>
                <Icon name="info" />
                <span class="message">{message}</span>
                <span class="small place">{`line ${line}`}</span>
              </button>
            </li>
          ))}
        </ul>
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
