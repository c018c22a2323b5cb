import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mock, type TestContext, test } from "node:test";
import { specFile } from "@assay/testing/cases/golden-cases";
import { createFakeWorker, type FakeWorker } from "../../test/fake-worker.ts";
import { createVirtualTime } from "../../test/virtual-time.ts";
import type { Draft } from "../draft/draft-store.ts";
import type { DomainFacts } from "../page/page-facts.ts";
import { encodeDraft } from "../share/share-link.ts";
import { createRulesView } from "./create-rules-view.ts";
import type { FromRulesWorker, ToRulesWorker } from "./messages.ts";
import { createRulesSession } from "./session.ts";

const published = specFile("datamint/generator-option/1.0.0");
const datamint = {
  ...{ targetProduct: "datamint", domainId: "generator-option", status: "ready" },
  specPackagePath: `/${hash("sha256", published)}.json`,
} as DomainFacts;
// The platform's own hash takes another thread, whose time no test knows.
mock.method(crypto.subtle, "digest", async (_: string, data: Uint8Array) => hash("sha256", data, "buffer"));

test("the author's own package is kept beside one that came with a link, also over a reload", async (t) => {
  const mine = { domain: "datamint/generator-option", text: '{"mine":1}' };
  const link = { domain: "new/new", text: '{"linked":1}' };
  const backIn = ({ view, saved }: Scene, other?: Draft) => {
    view.showOwnPackage();
    assert.deepEqual([view.text.value, view.chosen.value], [mine.text, mine.domain]);
    assert.deepEqual(saved.at(-1), { ...mine, ...(other && { before: other }) });
    assert.equal(view.ownPackage.value?.text, other?.text);
  };
  const unchanged = await open(t, { kept: mine, link });
  assert.equal(unchanged.view.text.value, link.text);
  backIn(unchanged);
  const changed = await open(t, { kept: mine, link });
  changed.view.edited('{"linked":2}');
  const reloaded = await open(t, { kept: changed.saved.at(-1) });
  assert.equal(reloaded.view.text.value, '{"linked":2}');
  const edited = { domain: "new", text: '{"linked":2}' };
  backIn(changed, edited);
  backIn(reloaded, edited);
  // What was left is as near as what was kept, and Back leaves a link that was not edited.
  reloaded.view.showOwnPackage();
  assert.equal(reloaded.view.text.value, edited.text);
  const left = await open(t, { kept: mine, link });
  left.address.fragment = "";
  await left.view.open();
  assert.equal(left.view.text.value, mine.text);
});

test("the published rules are introduced once they are in the editor, also if the first attempt to load them failed", async (t) => {
  let status = 503;
  const { view, worker, pass } = await open(t, { fetch: async () => new Response(published.slice(), { status }) });
  worker.say({ kind: "loaded" });
  assert.deepEqual([view.session.published.value.kind, view.text.value, view.banner.value], ["failed", "", undefined]);
  status = 200;
  view.retry();
  await pass(200);
  const { value: loaded } = view.session.published;
  assert.ok(loaded.kind === "ready");
  assert.equal(view.text.value, loaded.text);
  assert.match(view.banner.value ?? "", /the service uses now/);
  assert.ok(worker.sent.some((message) => message.kind === "check"));
  const draft = worker.sent.findLast((message) => message.kind === "draft");
  assert.ok(draft?.kind === "draft" && draft.text !== undefined, "an example is tried");
});

test("no other text is introduced as the published rules", async (t) => {
  const starter = await open(t, { domains: [] });
  assert.match(starter.view.text.value, /my-product/);
  assert.equal(starter.view.banner.value, undefined);

  const { promise, resolve } = Promise.withResolvers<Response>();
  const { view, pass } = await open(t, { fetch: () => promise, isLoading: true });
  view.edited("{}");
  resolve(new Response(published.slice()));
  await pass(0);
  assert.equal(view.session.published.value.kind, "ready");
  assert.deepEqual([view.text.value, view.banner.value], ["{}", undefined]);
});

test("Back from a link leads to the published rules if nothing is kept, also while the link is still being read", async (t) => {
  const { view, address } = await open(t, { link: { domain: "new/new", text: '{"linked":1}' } });
  const { fragment } = address;
  for (const isRead of [true, false]) {
    address.fragment = fragment;
    const opened = view.open();
    if (isRead) await opened;
    address.fragment = "";
    await Promise.all([view.open(), opened]);
    assert.match(view.text.value, /"generator-option"/);
    assert.equal(view.chosen.value, "datamint/generator-option");
    assert.match(view.banner.value ?? "", /the service uses now/);
  }
});

type Scene = Awaited<ReturnType<typeof open>>;

/** A rules view whose worker never answers. */
async function open(
  t: TestContext,
  {
    kept,
    link,
    domains = [datamint],
    fetch = async () => new Response(published.slice()),
    isLoading = false,
  }: {
    readonly kept?: Draft | undefined;
    readonly link?: Draft;
    readonly domains?: readonly DomainFacts[];
    readonly fetch?: () => Promise<Response>;
    /** Whether to return before everything is loaded. */
    readonly isLoading?: boolean;
  } = {},
) {
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => t.mock.timers.reset());
  const { now, timers, pass } = createVirtualTime();
  const worker: FakeWorker<ToRulesWorker, FromRulesWorker> = createFakeWorker();
  const session = createRulesSession({ startWorker: () => worker, fetch, now, timers });
  const saved: Draft[] = kept ? [kept] : [];
  const address = {
    fragment: (link && (await encodeDraft(link))) ?? "",
    page: "http://x/rules",
    isEdited: false,
    dropFragment() {
      address.fragment = "";
    },
  };
  const view = createRulesView({
    facts: { publicUrl: "http://x", worker: "", examples: "", domains },
    ...{ session, address, fetch },
    packages: { load: () => saved.at(-1), save: (draft) => saved.push(JSON.parse(JSON.stringify(draft))) },
    drafts: { load: () => undefined },
    writeClipboard: async () => {},
    saveFile() {},
  });
  const opened = view.open();
  if (isLoading) await pass(0);
  else await opened;
  return { view, worker, saved, pass, address };
}
