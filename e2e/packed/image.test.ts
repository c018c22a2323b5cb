import assert from "node:assert/strict";
import { globSync, mkdtempDisposableSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createClient } from "@assay/client";
import type { JsonObject } from "@assay/contract";
import { startSandbox } from "@assay/sandbox";
import { printFigure } from "@assay/testing/print-figure";
import { serviceSettings } from "@assay/testing/services/service-settings";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";
import { imageSkipReason, releaseFolder } from "./release-folder.ts";
import { type Container, cannotRun, readImageConfig, startImage, unpackImage } from "./run-image.ts";

const image = unpackImage(imageSkipReason ? undefined : join(releaseFolder, "assay-image.tar"));
after(() => image[Symbol.dispose]());

test("the image contains Node, its libraries and the service, but no shell", { skip: imageSkipReason }, () => {
  const files = globSync("**/*", { cwd: image.path, exclude: ["app"], withFileTypes: true });
  const names = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  const programs = names.map((name) => name.slice(image.path.length + 1)).filter((name) => !isMetadata(name));
  assert.deepEqual(
    programs.filter((name) => !/^lib(64|\/[\w-]+)\/[\w+.-]+\.so(\.\d+)*$/.test(name)),
    ["usr/local/bin/node"],
  );
  const packages = globSync("app/packages/*", { cwd: image.path }).sort();
  assert.deepEqual(packages, ["app/packages/contract", "app/packages/server"]);
  assert.deepEqual(globSync("app/packages/*/{src,test}", { cwd: image.path }), []);
  const size = statSync(join(releaseFolder, "assay-image.tar")).size;
  printFigure("image, its root file system as an archive", `${Math.round(size / 1e6)} MB`, "250 MB");
  assert.ok(size < 250e6);
});

test("the service in the image takes a proposal to its ballot, without privileges and with a read-only root", {
  skip: cannotRun,
}, async () => {
  await using sandbox = await startSandbox({ identity: true });
  const { identity, datamint } = sandbox;
  using folder = mkdtempDisposableSync(join(tmpdir(), "assay-domains-"));
  const domainsFile = join(folder.path, "domains.json");
  writeFileSync(domainsFile, JSON.stringify({ domains: [datamint.domainConfig] }));
  const path = "/etc/assay/domains.json";
  const variables = serviceSettings(sandbox, path);
  await using container = await startImage(image.path, variables, [{ from: domainsFile, to: path }]);
  const { url, operatorUrl } = JSON.parse(container.readyLine) as {
    readonly url: string;
    readonly operatorUrl: string;
  };
  await waitUntilReady({ operatorUrl });
  for (const path of ["livez", "readyz"]) assert.equal((await fetch(`${operatorUrl}/${path}`)).status, 200, path);

  assertUnprivileged(container);
  await assertSubmits(url);
  const page = await fetch(url, { headers: { accept: "text/html" } });
  assert.match(await page.text(), /id="page-data"/);

  assert.deepEqual(await container.stop(), { code: 0, signal: null });

  async function assertSubmits(service: string): Promise<void> {
    const file = join(import.meta.dirname, "../../packages/contract/cases/candidates/loyalty-card.json");
    const candidate = JSON.parse(readFileSync(file, "utf8")) as JsonObject & {
      readonly owner: { readonly id: string };
    };
    const { key } = await identity.createKey(await identity.createPerson("Ada", candidate.owner.id));
    const assay = createClient({ service, key, products: [datamint.origin] });
    const { domains } = await assay.listDomains();
    const [{ targetProduct, domainId, status } = assert.fail("no domain")] = domains;
    assert.equal(status, "ready");
    const request = { targetProduct, domainId, candidate };
    assert.equal((await assay.validate(request)).valid, true);
    const built = await assay.build(request);
    assert(built.valid);
    const submitted = await assay.submit(built);
    assert(submitted.valid);
    assert.equal(submitted.proposal.digest, built.proposalPackage.digest);
    assert.equal((await fetch(submitted.proposal.ballot?.url ?? "")).status, 200);
  }
});

function assertUnprivileged({ servicePid, exec }: Container): void {
  const status = readFileSync(`/proc/${servicePid}/status`, "utf8");
  const readField = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, "m").exec(status)?.[1]?.split(/\s+/);
  const { user } = readImageConfig();
  assert.deepEqual(user, [65_532, 65_532]);
  assert.deepEqual(readField("Uid"), Array(4).fill("65532"));
  assert.deepEqual(readField("Gid"), Array(4).fill("65532"));
  assert.equal(readField("Groups")?.join(" ").trim(), "");
  for (const set of ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"])
    assert.match(String(readField(set)), /^0+$/, set);
  assert.deepEqual(readField("NoNewPrivs"), ["1"]);
  assert.equal(readField("NSpid")?.at(-1), "1", "the service is process 1, which receives the signals");

  for (const place of ["/file", "/tmp/file", "/app/file"]) {
    const script = `try { require("node:fs").writeFileSync("${place}", "") } catch ({ code }) { console.log(code) }`;
    assert.equal(exec("/usr/local/bin/node", "-e", script), "EROFS\n", place);
  }
  assert.throws(() => exec("/bin/sh", "-c", "true"), /no such file/);
}

// Whether a file is metadata of a Debian package or is used to look up names.
function isMetadata(name: string): boolean {
  return /^(var\/lib\/dpkg\/status\.d\/[\w+.-]+|usr\/share\/doc\/[\w+.-]+\/copyright|etc\/(passwd|group|nsswitch\.conf))$/.test(
    name,
  );
}
