import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { BuildResult, Domain, SpecPackage } from "@assay/contract";
import { specFile } from "@assay/testing/cases/golden-cases";
import { type Signal, signal } from "@preact/signals";
import type { Draft } from "../draft/draft-store.ts";
import { readCandidate } from "../engine/read-candidate.ts";
import type { Session } from "../session/session.ts";
import type { CheckedText, EngineState, RulesState } from "../session/state.ts";
import { createWorkbench } from "./create-workbench.ts";
import type { Service, ServiceAnswer } from "./service.ts";

const datamint = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0"))) as SpecPackage;
const [digestA, digestB] = [`sha256:${"a".repeat(64)}`, `sha256:${"b".repeat(64)}`];

test("compares the service's answer with each new verdict of the page", async (t) => {
  const { workbench, answer, setVerdict } = open(t);
  workbench.handleEdit('{"x":1}');
  setVerdict(digestA);
  workbench.actions.confirm();
  assert.equal(workbench.confirmation.value, "asking");
  await answer(createResult(digestA));
  const isAgreement = () =>
    typeof workbench.confirmation.value === "object" && workbench.confirmation.value.isAgreement;
  assert.equal(isAgreement(), true);
  setVerdict(digestB);
  assert.equal(isAgreement(), false);
  setVerdict(digestA);
  assert.equal(isAgreement(), true);
});

test("discards the service's answer when the domain or the text changes, even before it arrives", async (t) => {
  for (const [change, engineFails] of [
    [({ workbench }: Scene) => workbench.selectDomain("p/b"), false],
    [({ workbench }: Scene) => workbench.selectDomain("p/b"), true],
    [({ workbench }: Scene) => workbench.handleEdit("{}"), false],
  ] as const) {
    for (const isLate of [false, true]) {
      const scene = open(t);
      const { workbench, answer, setVerdict, engine } = scene;
      workbench.handleEdit('{"x":1}');
      if (engineFails) engine.value = { kind: "failed", reason: "It broke." };
      else setVerdict(digestA);
      workbench.actions.confirm();
      if (isLate) change(scene);
      await answer(createResult(digestA));
      assert.equal(workbench.confirmation.value === undefined, isLate);
      change(scene);
      setVerdict(digestB);
      assert.equal(workbench.confirmation.value, undefined);
    }
  }
});

test("opens the saved draft under its domain, and otherwise the first domain", (t) => {
  const readScene = ({ workbench }: Scene) => [workbench.text.value, workbench.session.domain.value?.domainId];
  assert.deepEqual(readScene(open(t)), ["", "a"]);
  assert.deepEqual(readScene(open(t, { domain: "p/b", text: "{}" })), ["{}", "b"]);
  assert.deepEqual(readScene(open(t, { domain: "p/gone", text: "{}" })), ["{}", "a"]);
});

test("saves an opened file as the tab's draft, with LF line endings", async (t) => {
  const { workbench, saved } = open(t);
  await workbench.openFile({ name: "x.json", size: 9, text: async () => "{\r\n}" });
  assert.deepEqual(saved, [{ domain: "p/a", text: "{\n}" }]);
});

test("choosing a domain while an example is open clears the example and keeps the author's saved draft", (t) => {
  const { workbench, rules, saved } = open(t);
  rules.value = { kind: "ready", document: datamint };
  workbench.handleEdit('{"x":1}');
  workbench.openExample(0);
  workbench.selectDomain("p/b");
  assert.deepEqual(saved, [{ domain: "p/a", text: '{"x":1}' }]);
  assert.equal(workbench.text.value, "");
  workbench.handleEdit('{"x":1}');
  workbench.selectDomain("p/a");
  assert.deepEqual(saved.at(-1), { domain: "p/a", text: '{"x":1}' });
});

test("asks the service, unless the page's verdict is pending or the text is unreadable", (t) => {
  const { workbench, isChecking, rules, setUnreadable, sent } = open(t);
  const readToast = () => {
    workbench.actions.confirm();
    return workbench.toast.value?.text;
  };
  workbench.handleEdit("{}");
  isChecking.value = true;
  assert.match(readToast() ?? "", /in a moment/);
  isChecking.value = false;
  // The page itself explains why it cannot read a draft.
  for (const text of ["{", '{ "a": 1, "a": 2 }', "[".repeat(99)]) {
    workbench.handleEdit(text);
    setUnreadable();
    const { value: checked } = workbench.session.checked;
    assert.equal(readToast(), checked?.result.kind === "unreadable" ? checked.result.problem.message : "");
  }
  assert.deepEqual(sent, []);
  // No verdict is pending, because the check was stopped or the rules could not be loaded.
  workbench.handleEdit("{ }");
  assert.equal(readToast(), undefined);
  rules.value = { kind: "failed", reason: "It broke." };
  assert.equal(readToast(), undefined);
  assert.deepEqual(sent, ["{ }", "{ }"]);
});

test("announces the title of each verdict to screen readers, and clears it when the rules change", (t) => {
  const { workbench, setVerdict, setUnreadable } = open(t);
  const readAnnouncement = () => {
    t.mock.timers.tick(1_000);
    return workbench.announcement.value;
  };
  setUnreadable();
  assert.equal(readAnnouncement(), "Nothing to check yet");
  workbench.handleEdit('{"a":1,"a":2}');
  setUnreadable();
  assert.equal(readAnnouncement(), "Not readable yet");
  workbench.handleEdit("{}");
  setVerdict(digestA);
  assert.equal(readAnnouncement(), "Valid");
  // Repeating the same verdict, as after a reload of the registry, does not replace a later announcement.
  workbench.announcement.value = "Error: a problem that F8 went to";
  setVerdict(digestA);
  assert.match(readAnnouncement(), /F8/);
  workbench.selectDomain("p/b");
  assert.equal(readAnnouncement(), "");
});

test("an edited draft keeps its last verdict while it cannot be read, and another draft does not inherit it", (t) => {
  const { workbench, setVerdict, setUnreadable } = open(t);
  const { lastVerdict } = workbench;
  const hasVerdict = (text: string) => {
    workbench.handleEdit(text);
    setUnreadable();
    return lastVerdict.value !== undefined;
  };
  const setDraft = () => {
    workbench.handleEdit('{\n  "generatorId": "first"\n}');
    setVerdict(digestA);
  };
  setDraft();
  assert.equal(hasVerdict('{\n  "generatorId": "first",\n}'), true);
  assert.equal(hasVerdict('{\n  "generatorId": "first",\n  "\n}'), true);
  assert.equal(hasVerdict('{\n  "owner": { "kind": "human", },\n}'), false);
  setDraft();
  assert.equal(hasVerdict(""), false);
  // A verdict that arrives after the draft was replaced is about the draft before.
  const { checked } = workbench.session;
  setDraft();
  const { value: late } = checked;
  workbench.handleEdit('{ "another": "draft", }');
  (checked as Signal<CheckedText | undefined>).value = late && { ...late };
  setUnreadable();
  assert.equal(lastVerdict.value, undefined);
});

test("a refused key leaves the dialog open, and an accepted key closes it and asks the service if a check waits", async (t) => {
  const { workbench, caller, answerKey, setVerdict, sent } = open(t);
  const { dialog, actions } = workbench;
  workbench.handleEdit("{}");
  setVerdict(digestA);
  caller.value = undefined;
  actions.confirm();
  assert.deepEqual(dialog.value, { kind: "key", isForCheck: true });
  const refused = actions.useKey("wrong", true);
  await answerKey({ kind: "refused", reason: "No." });
  assert.deepEqual([await refused, dialog.value?.kind], [{ kind: "refused", reason: "No." }, "key"]);
  // A user who closes the dialog meanwhile does not want to send the draft.
  void actions.useKey("right", true);
  actions.closeDialog();
  caller.value = "ada";
  await answerKey({ kind: "answered", result: {} });
  assert.deepEqual(sent, []);
  actions.askForKey();
  void actions.useKey("right", true);
  await answerKey({ kind: "answered", result: {} });
  assert.deepEqual([dialog.value, sent], [undefined, ["{}"]]);
});

type Scene = ReturnType<typeof open>;

/** Opens a workbench with two domains, and a session and a service that the test controls. */
function open(t: TestContext, savedDraft?: Draft) {
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => t.mock.timers.reset());
  const domains = ["a", "b"].map((domainId) => ({ targetProduct: "p", domainId, status: "ready" }) as Domain);
  const engine = signal<EngineState>({ kind: "ready" });
  const rules = signal<RulesState>({ kind: "loading" });
  const checked = signal<CheckedText | undefined>(undefined);
  const domain = signal<Domain | undefined>(undefined);
  const isChecking = signal(false);
  const session: Session = {
    engine,
    rules,
    checked,
    domain,
    isChecking,
    registry: signal({ kind: "not-published" }),
    notice: signal(undefined),
    selectDomain({ domainId }) {
      domain.value = domains.find((other) => other.domainId === domainId);
      checked.value = undefined;
      return domain.value !== undefined;
    },
    areRulesReplaced: signal(false),
    edit() {},
    setCaller() {},
    checkForNewRules() {},
    retry() {},
  };
  const caller = signal<string | undefined>("ada");
  const keyAnswers: ((answer: ServiceAnswer<unknown>) => void)[] = [];
  const sent: unknown[] = [];
  const waiting: ((answer: ServiceAnswer) => void)[] = [];
  const service: Service = {
    caller,
    setKey: () => new Promise((resolve) => keyAnswers.push(resolve)),
    forget() {},
    confirm(_, text) {
      sent.push(text);
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
  const saved: Draft[] = savedDraft ? [savedDraft] : [];
  const workbench = createWorkbench({
    config: { publicUrl: "http://x", worker: "", domains },
    session,
    service,
    drafts: {
      load: () => saved.at(-1),
      save: (draft) => void saved.push(draft),
    },
    writeClipboard: async () => {},
    saveFile() {},
  });
  workbench.open();
  return {
    workbench,
    engine,
    rules,
    isChecking,
    sent,
    saved,
    caller,
    async answerKey(answer: ServiceAnswer<unknown>) {
      keyAnswers.shift()?.(answer);
      await new Promise(setImmediate);
    },
    /** Sets the verdict on the text in the page: valid, with this digest of the package. */
    setVerdict(digest: string) {
      const { proposalPackage, ...verdict } = createResult(digest);
      const built = { valid: true, verdict, proposalPackage };
      const result = { kind: "verdict", built, ms: 1, revision: "1" };
      checked.value = { text: workbench.text.value, result } as unknown as CheckedText;
    },
    /** Sets the result for the text in the page: unreadable. */
    setUnreadable() {
      const { value: text } = workbench.text;
      checked.value = { text, result: { kind: "unreadable", problem: readCandidate(text) } } as CheckedText;
    },
    async answer(result: BuildResult) {
      waiting.shift()?.({ kind: "answered", result });
      await new Promise(setImmediate);
    },
  };
}

function createResult(digest: string): BuildResult {
  const verdict = { valid: true, summary: "Valid.", diagnostics: [] };
  const basis = { specPackage: {}, registry: { revision: "1", idStatus: "free" } };
  return { ...verdict, ...basis, proposalPackage: { digest } } as unknown as BuildResult;
}
