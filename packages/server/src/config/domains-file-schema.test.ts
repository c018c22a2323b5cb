import assert from "node:assert/strict";
import { test } from "node:test";
import { domainsFileSchema } from "./domains-file-schema.ts";

test("an editor can describe every property of a domains file", () => {
  const { domains, ...top } = domainsFileSchema.properties;
  const domain = domains.items.properties;
  const described = {
    ...top,
    domains,
    ...domain,
    ...domain.registry.properties,
    ...domain.maxStaleSeconds.properties,
  };
  for (const [name, { description }] of Object.entries(described)) assert.match(description, /^[A-Z"].*\.$/, name);
});
