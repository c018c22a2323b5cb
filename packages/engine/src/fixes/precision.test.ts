import assert from "node:assert/strict";
import { test } from "node:test";
import { type Advice, adviceOf } from "@assay/testing/corpora/traps/advice";
import { allTraps, someTraps } from "@assay/testing/corpora/traps/all-traps";
import { type Judged, judgeDraft } from "@assay/testing/corpora/traps/judge-draft";
import { type Trap, trapKinds } from "@assay/testing/corpora/traps/trap";
import { figure } from "@assay/testing/figure";
import { isFullScale, scaled } from "@assay/testing/scale";

interface Sprung {
  readonly trap: Trap;
  readonly judged: Judged;
  readonly advice: Advice;
  readonly twin: Judged;
  readonly twinAdvice: Advice;
}

const byRule = "forgotten, and a name that the rule matches";
const trapsPerKind = scaled({ quick: 16, ci: 150, full: Number.MAX_SAFE_INTEGER });
const all = allTraps();
const sprung = someTraps(all, trapsPerKind).map(spring);
const ofRule = sprung.filter(({ trap }) => trap.kind === byRule);
const others = sprung.filter(({ trap }) => trap.kind !== byRule);

test("there are enough traps, and each is an error before anything is repaired", () => {
  figure("traps", `${sprung.length} of ${all.length}`, "at least 5000 at full scale");
  if (isFullScale) assert.ok(sprung.length >= 5_000);
  for (const { trap, judged, twin } of sprung) {
    assert.equal(judged.verdict.valid, false, shown(trap));
    assert.equal(twin.verdict.valid, false, `twin of ${shown(trap)}`);
  }
});

test("no repair makes a candidate valid that says something other than its author meant", () => {
  const wrong = others.filter(({ judged }) => judged.repaired === "valid but wrong");
  for (const kind of trapKinds) {
    const ofKind = others.filter(({ trap }) => trap.kind === kind);
    const count = (outcome: Judged["repaired"]) => ofKind.filter(({ judged }) => judged.repaired === outcome).length;
    if (ofKind.length === 0) continue;
    const outcomes = `${count("valid but wrong")} wrong, ${count("strayed")} strayed, ${count("to the truth")} right`;
    figure(`repairs of traps of kind ${kind}`, `${ofKind.length} traps, ${outcomes}`, "0 wrong, 0 strayed");
  }
  figure("repairs that are valid but wrong", `${wrong.length} of ${others.length}`, 0);
  assert.deepEqual(firstOf(wrong), []);
});

test("no repair changes what nobody can know", () => {
  const strayed = others.filter(({ judged }) => judged.repaired === "strayed");
  figure("repairs that leave errors and lead elsewhere than to what was meant", strayed.length, 0);
  assert.deepEqual(firstOf(strayed), []);
});

test("no single fix makes a candidate valid that says something other than its author meant", () => {
  // While nothing is absent, a reader may decide to remove what nobody asked for.
  const decided = ["unrelated, nothing absent", "undeclared sample field"];
  const wrong = others.filter(({ trap, judged }) => judged.wrongFixes.length > 0 && !decided.includes(trap.kind));
  figure("traps with a single fix that is valid but wrong", wrong.length, 0);
  assert.deepEqual(firstOf(wrong), []);
});

test("no author is told to rename a property unless its name says so", () => {
  const baseless = sprung.flatMap(({ trap, advice, twinAdvice }) =>
    [...advice.baselessRenames, ...twinAdvice.baselessRenames].map((rename) => `${rename} in ${shown(trap)}`),
  );
  const verdicts = sprung.filter(({ advice }) => advice.baselessRenames.length > 0).length;
  figure("messages that advise a rename without evidence in the name", `${baseless.length} in ${verdicts} traps`, 0);
  assert.deepEqual(baseless.slice(0, 3), []);
});

test("a name that the rule itself matches is never repaired without a look at it", () => {
  const safe = ofRule.filter(({ judged: { verdict } }) =>
    [verdict.repair, ...verdict.diagnostics.flatMap(({ fixes = [] }) => fixes)].some(
      (offer) => offer?.applicability === "safe",
    ),
  );
  figure("traps with a name that the rule matches: safe repairs", `${safe.length} of ${ofRule.length}`, 0);
  assert.deepEqual(firstOf(safe), []);
});

test("whatever is wrong with the owner is left to a person", () => {
  const edits = sprung.flatMap(({ trap, advice, twinAdvice }) =>
    [...advice.ownerEdits, ...twinAdvice.ownerEdits].map((edit) => `${edit} in ${shown(trap)}`),
  );
  const touched = sprung.filter(
    ({ trap, judged, twin }) => trap.kind === "owner look-alike" && (judged.verdict.repair ?? twin.verdict.repair),
  );
  figure("owner facts with needs edit", edits.length, 0);
  figure("repairs of candidates in which only the owner is wrong", touched.length, 0);
  assert.deepEqual(edits.slice(0, 3), []);
  assert.deepEqual(firstOf(touched), []);
});

test("the same mistakes are repaired where there is no doubt", () => {
  const repairable = sprung.filter(({ trap }) => typeof trap.twin.truth === "object");
  for (const kind of trapKinds) {
    const ofKind = repairable.filter(({ trap }) => trap.kind === kind);
    if (ofKind.length === 0) continue;
    const wrong = ofKind.filter(({ twin }) => twin.repaired === "valid but wrong").length;
    figure(
      `twins of kind ${kind}`,
      `${share(ofKind.filter(isRestored), ofKind)} repaired to the truth, ${wrong} wrong`,
      "printed",
    );
  }
  const restored = repairable.filter(isRestored);
  figure("twins repaired to the truth", share(restored, repairable), `at least ${100 * leastRestored} %`);
  const ownersTwins = sprung.filter(({ trap }) => trap.twin.truth === "left to the owner");
  const recognized = ownersTwins.filter(({ twin }) => isLeftToTheOwner(twin));
  figure("misspelled owners that are recognized and left to a person", share(recognized, ownersTwins), "100.0 %");
  assert.ok(
    restored.length >= leastRestored * repairable.length,
    shownFirst(repairable.filter((each) => !isRestored(each))),
  );
  assert.equal(
    recognized.length,
    ownersTwins.length,
    shownFirst(ownersTwins.filter((each) => !recognized.includes(each))),
  );
});

const leastRestored = 0.95;

function spring(trap: Trap): Sprung {
  const { domain, candidate, twin } = trap;
  const [judged, twinJudged] = [judgeDraft(domain, trap), judgeDraft(domain, twin)];
  return {
    trap,
    judged,
    advice: adviceOf(domain, candidate, judged.verdict),
    twin: twinJudged,
    twinAdvice: adviceOf(domain, twin.candidate, twinJudged.verdict),
  };
}

function isRestored({ twin }: Sprung): boolean {
  return twin.repaired === "to the truth";
}

function isLeftToTheOwner({ verdict, repaired }: Judged): boolean {
  const [error, ...more] = verdict.diagnostics.filter(({ severity }) => severity === "error");
  return (
    more.length === 0 && error?.code === "field.misspelled" && error.needs === "owner-decision" && repaired === "not"
  );
}

function firstOf(found: readonly Sprung[]): readonly string[] {
  return found
    .slice(0, 3)
    .map(({ trap, judged }) => `${JSON.stringify(judged.verdict.repair?.patch)} in ${shown(trap)}`);
}

function shownFirst([first]: readonly Sprung[]): string {
  return first ? `${first.trap.domain.name}: ${JSON.stringify(first.trap.twin.candidate)}` : "";
}

function shown({ kind, domain, candidate }: Trap): string {
  return `${kind}, ${domain.name}: ${JSON.stringify(candidate)}`;
}

function share(part: readonly unknown[], whole: readonly unknown[]): string {
  return whole.length === 0 ? "none" : `${((100 * part.length) / whole.length).toFixed(1)} %`;
}
