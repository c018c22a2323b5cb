import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { onlyAtFullScale } from "@assay/testing/scale";
import { restartOneByOne } from "@assay/testing/services/restart-one-by-one";
import { releaseFolder } from "../../e2e/packed/release-folder.ts";
import { cannotRun, startImage, unpackImage } from "../../e2e/packed/run-image.ts";

test("four containers of the image behind HAProxy are restarted one by one without a failed call", {
  skip: onlyAtFullScale || cannotRun,
}, async () => {
  using image = unpackImage(join(releaseFolder, "assay-image.tar"));
  const at = "/etc/assay/domains.json";
  const start = ({ ASSAY_DOMAINS_FILE: from = "", ...settings }: { readonly [name: string]: string }) =>
    startImage(image.path, { ...settings, ASSAY_DOMAINS_FILE: at }, [{ from, at }]);
  const { calls, failed } = await restartOneByOne({
    instances: 4,
    calls: 10_000,
    // HAProxy's own.
    checks: { options: "" },
    starts: [start, start],
  });
  figure(`rolling restart of the image behind HAProxy: failed of ${calls} calls`, failed.length, 0);
  assert.deepEqual(failed, []);
});
