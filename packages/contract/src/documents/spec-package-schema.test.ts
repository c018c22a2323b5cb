import assert from "node:assert/strict";
import { test } from "node:test";
import { specPackageSchema } from "./spec-package-schema.ts";

test("an editor and the reference can describe every member of a spec package and every schema keyword", () => {
  const described = membersOf(specPackageSchema as unknown as Described);
  assert.deepEqual(
    described.filter(({ schema }) => !/^.+\.$/.test(schema.description ?? "")).map(({ path }) => path),
    [],
  );
  assert.ok(described.length > 90, String(described.length));
});

interface Described {
  readonly description?: string;
  readonly properties?: { readonly [name: string]: Described };
  readonly additionalProperties?: Described | boolean;
  readonly items?: Described;
  readonly $defs?: { readonly [name: string]: Described };
}

function membersOf(schema: Described, path = ""): readonly { readonly path: string; readonly schema: Described }[] {
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, member]) => [`${path}/${name}`, member] as const,
  );
  const inner = [
    ...properties,
    ...Object.entries(schema.$defs ?? {}).map(([name, member]) => [`${path}/${name}`, member] as const),
    ...(schema.items ? [[`${path}/*`, schema.items] as const] : []),
    ...(typeof schema.additionalProperties === "object" ? [[`${path}/*`, schema.additionalProperties] as const] : []),
  ];
  return [
    ...properties.map(([at, member]) => ({ path: at, schema: member })),
    ...inner.flatMap(([at, member]) => membersOf(member, at)),
  ];
}
