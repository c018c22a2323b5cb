import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Tarball } from "./pack-packages.ts";
import { readTree } from "./production-tree.ts";
import type { DebianPackage } from "./root-fs.ts";

/** A part of an artifact, in the CycloneDX format. */
interface Component {
  readonly type: string;
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  /** The package URL, which names the source: npm, Debian or generic. */
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly ({ readonly license: { readonly id: string } } | { readonly expression: string })[];
}

/** The bill of materials of an artifact, in the CycloneDX format. */
export interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
}

/** A third-party package whose code is bundled into a package of this repository. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** What an artifact was built from. */
interface Materials {
  /** The name of the artifact. */
  readonly name: string;
  /** The folder with the production tree. */
  readonly tree: string;
  readonly tarballs: readonly Tarball[];
  readonly bundled?: readonly BundledPackage[];
  readonly debian?: readonly DebianPackage[];
  /** The version of Node, if the artifact contains Node. */
  readonly node?: string;
}

/** Creates the bill of materials of an artifact. It is reproducible: it contains no time and no random number. */
export function createSbom({ name, tree, tarballs, bundled = [], debian = [], node }: Materials): Sbom {
  const { serialNumber: _, metadata, components, ...rest } = readTree(tree) as Sbom & { readonly serialNumber: string };
  const { timestamp: __, ...otherMetadata } = metadata as Sbom["metadata"] & { readonly timestamp: string };
  // An installed package says more about itself than a bundled one.
  const libraries = new Map([...bundled.map(describeBundled), ...components].map((entry) => [entry.purl, entry]));
  return {
    ...rest,
    // npm names the component after the folder.
    metadata: { ...otherMetadata, component: { ...otherMetadata.component, name } },
    components: [
      ...tarballs.map(describeTarball),
      ...libraries.values(),
      ...(node === undefined ? [] : [createComponent("application", "node", node, `pkg:generic/node@${node}`, "MIT")]),
      ...debian.map((entry) => createComponent("library", entry.name, entry.version, debianUrl(entry))),
    ],
  };
}

// npm leaves workspaces out of its bill of materials.
function describeTarball({ name, version, path }: Tarball): Component {
  const purl = npmUrl(name, version);
  const hashes = [{ alg: "SHA-512", content: hash("sha512", readFileSync(path)) }];
  return { ...createComponent("library", name, version, purl, "Apache-2.0"), hashes };
}

function describeBundled({ name, version, license }: BundledPackage): Component {
  const purl = npmUrl(name, version);
  const isExpression = license.includes(" ");
  const component = createComponent("library", name, version, purl, isExpression ? undefined : license);
  return isExpression ? { ...component, licenses: [{ expression: license }] } : component;
}

function npmUrl(name: string, version: string): string {
  return `pkg:npm/${encodeURIComponent(name).replace("%2F", "/")}@${version}`;
}

function debianUrl({ name, version }: DebianPackage): string {
  return `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}`;
}

function createComponent(type: string, name: string, version: string, purl: string, license?: string): Component {
  const licenses = license === undefined ? {} : { licenses: [{ license: { id: license } }] };
  return { "bom-ref": purl, type, purl, name, version, ...licenses };
}
