import { signal } from "@preact/signals";
import { basePath, qualifiedName } from "../page/page-facts.ts";
import type { Checked } from "../session/state.ts";
import { introduction, type Workbench } from "../workbench/create-workbench.ts";
import { titleOf } from "../workbench/headline.ts";
import { errorsIn } from "../workbench/marks-in.ts";
import { CopyDialog } from "./dialogs/copy-dialog.tsx";
import { KeyDialog } from "./dialogs/key-dialog.tsx";
import { ReviewDialog } from "./dialogs/review-dialog.tsx";
import { EditorPane } from "./editor-pane.tsx";
import { EmptyDraft } from "./empty-draft.tsx";
import { Icon } from "./icons.tsx";
import { LoadingSteps } from "./loading-steps.tsx";
import { showResults } from "./show-results.ts";
import { StatusBar } from "./status-bar.tsx";
import { Toast } from "./toast.tsx";
import { TopBar } from "./top-bar.tsx";
import { DiagnosticGroups } from "./verdict/diagnostic-groups.tsx";
import { DiagnosticItem } from "./verdict/diagnostic-item.tsx";
import { NextRules } from "./verdict/next-rules.tsx";
import { Notes } from "./verdict/notes.tsx";
import { PackageCard } from "./verdict/package-card.tsx";
import { ConfirmationLines, Refusal, VerdictCard } from "./verdict/verdict-card.tsx";

const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, 5_000);

/** The whole page. */
export function App({ workbench }: { readonly workbench: Workbench }) {
  const { facts, session, service, actions, banner, toast } = workbench;
  const { value: domain } = session.domain;
  const { value: checked } = session.checked;
  return (
    <div class="page">
      <TopBar
        base={basePath(facts)}
        domains={facts.domains}
        domain={session.example.value ?? (domain ? qualifiedName(domain) : "")}
        exampleRules={session.example.value}
        examples={workbench.examples.value}
        hasKey={service.hasKey.value}
        selectDomain={workbench.selectDomain}
        openExample={workbench.openExample}
        openFile={workbench.openFile}
        save={actions.save}
        askForKey={actions.askForKey}
      />
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
      <StatusBar
        checked={checked}
        rules={session.rules.value}
        digest={domain?.specPackage?.digest}
        registry={session.registry.value}
        bytes={utf8Length(workbench.text.value)}
        isChecking={session.isChecking.value}
        now={now.value}
      />
      <JumpToVerdict workbench={workbench} />
      <p class="hidden" role="status" aria-live="polite">
        {workbench.announcement.value}
      </p>
      <Toast toast={toast.value} undo={actions.undo} />
      <Dialogs workbench={workbench} />
    </div>
  );
}

interface Props {
  readonly workbench: Workbench;
}

function Results({ workbench }: Props) {
  const { session, actions, confirmation, text } = workbench;
  const { value: engine } = session.engine;
  const { value: rules } = session.rules;
  const { value: checked } = session.checked;
  const { value: domain } = session.domain;
  if (!checked || rules.kind !== "ready") {
    return (
      <div class="results" id="results" tabIndex={-1}>
        <LoadingSteps engine={engine} rules={rules} notice={session.notice.value} retry={session.retry} />
        {confirmation.value && <ConfirmationLines confirmation={confirmation.value} />}
      </div>
    );
  }
  const { result } = checked;
  const isStale = checked.text !== text.value;
  return (
    <div class={isStale ? "results is-stale" : "results"} id="results" tabIndex={-1}>
      {session.notice.value !== undefined && <p role="alert">{session.notice.value}</p>}
      {session.isOutdated.value && (
        <div class="card loading" role="alert">
          <p>The rules have changed. This page still uses the old ones.</p>
          <button type="button" class="primary" onClick={() => location.reload()}>
            Reload the page; your draft is kept
          </button>
        </div>
      )}
      {engine.kind === "failed" && <LoadingSteps engine={engine} rules={rules} retry={session.retry} />}
      {result.kind === "unreadable" ? (
        <>
          <Unreadable workbench={workbench} checked={checked} problem={result.problem} />
          {confirmation.value && <ConfirmationLines confirmation={confirmation.value} />}
        </>
      ) : (
        <>
          <VerdictCard
            verdict={result.built.verdict}
            digest={result.built.proposalPackage?.digest}
            registry={session.registry.value}
            isLookedUp={result.revision !== undefined}
            effectiveFrom={rules.document.next?.effectiveFrom}
            confirmation={confirmation.value}
            actions={actions}
          />
          <Refusal confirmation={confirmation.value} />
          {result.built.valid && !session.isOutdated.value && domain && (
            <PackageCard
              built={result.built}
              ownerReview={result.ownerReview ?? ""}
              review={result.review ?? []}
              targetProduct={domain.targetProduct}
              actions={actions}
            />
          )}
          <DiagnosticGroups diagnostics={result.built.verdict.diagnostics} actions={actions} />
          <NextRules verdict={result.built.verdict} actions={actions} />
          <p class="keys muted">
            <kbd>F8</kbd> next problem · <kbd>Ctrl</kbd>+<kbd>.</kbd> fix it · <kbd>Ctrl</kbd>+<kbd>Shift</kbd>+
            <kbd>.</kbd> review all fixes · <kbd>Ctrl</kbd>+<kbd>Enter</kbd> check with the service · <kbd>Ctrl</kbd>+
            <kbd>Space</kbd> complete
          </p>
          <Notes verdict={result.built.verdict} text={checked.text} />
        </>
      )}
    </div>
  );
}

function Unreadable({ workbench, checked, problem }: UnreadableProps) {
  const title = titleOf(checked, workbench.session.registry.value);
  if (checked.text.trim() === "") return <EmptyDraft title={title} workbench={workbench} />;
  return (
    <>
      <section class="card verdict is-invalid" aria-labelledby="verdict">
        <h2 id="verdict">
          <Icon name="invalid" />
          {title}
        </h2>
        {errorsIn(checked.text, problem).map(({ message, at: { line, column }, from, to }) => (
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
      <LastVerdict workbench={workbench} />
    </>
  );
}

/** What was to do before the text became unreadable: it still is. */
function LastVerdict({ workbench: { lastVerdict, actions } }: Props) {
  const { value: verdict } = lastVerdict;
  if (!verdict || verdict.diagnostics.length === 0) return null;
  return (
    <section class="before-change" aria-label="Before this change">
      <h3>Before this change</h3>
      <ul class="diagnostics">
        {verdict.diagnostics.map((diagnostic) => (
          <DiagnosticItem key={`${diagnostic.code} ${diagnostic.path}`} diagnostic={diagnostic} actions={actions} />
        ))}
      </ul>
    </section>
  );
}

interface UnreadableProps extends Props {
  readonly checked: Checked;
  readonly problem: Extract<Checked["result"], { readonly kind: "unreadable" }>["problem"];
}

/** On a phone: the verdict in one line, always in sight, and the way to it. */
function JumpToVerdict({ workbench: { session } }: Props) {
  const { value: checked } = session.checked;
  if (!checked) return null;
  const { result } = checked;
  const look = result.kind === "unreadable" ? undefined : result.built.valid ? "valid" : "invalid";
  return (
    <button type="button" class={`jump ${look ? `is-${look}` : ""}`} onClick={showResults}>
      {look && <Icon name={look} />}
      {titleOf(checked, session.registry.value)}
    </button>
  );
}

function Dialogs({ workbench: { dialog, service, facts, actions } }: Props) {
  const { value: open } = dialog;
  switch (open?.kind) {
    case undefined:
      return null;
    case "key":
      return (
        <KeyDialog
          hasKey={service.hasKey.value}
          keyUrl={facts.keyUrl}
          action={open.isAsked ? "Use this key and check" : "Use this key"}
          useKey={(key) => {
            if (!service.setKey(key)) return false;
            actions.closeDialog();
            if (open.isAsked) actions.confirm();
            return true;
          }}
          forget={() => {
            service.forget();
            actions.closeDialog();
          }}
          close={actions.closeDialog}
        />
      );
    case "review":
      return (
        <ReviewDialog
          before={open.patched.before}
          after={open.patched.text}
          applicability={open.applicability}
          actions={actions}
        />
      );
    case "copy":
      return <CopyDialog text={open.text} actions={actions} />;
  }
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
