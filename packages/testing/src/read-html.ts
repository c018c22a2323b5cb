/** An element of a page. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (Element | string)[];
}

const voidElements = new Set(["link", "meta"]);

/** Reads a page of the service, strictly: every tag that is opened is closed in order, every value is in quotes. */
export function readHtml(page: string): Element {
  const root = { name: "", attributes: readAttributes(""), children: [] as (Element | string)[] };
  const open = [root];
  let end = 0;
  for (const match of page.matchAll(/<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<]*")?)*)>|<!doctype html>/g)) {
    const [tag, slash, name = "", attributes = ""] = match;
    const inner = open.at(-1);
    if (inner === undefined) throw new Error(`${tag} closes nothing.`);
    if (end < match.index) inner.children.push(plain(page.slice(end, match.index)));
    end = match.index + tag.length;
    if (name === "") continue;
    if (slash) {
      if (inner.name !== name) throw new Error(`${tag} closes <${inner.name}>.`);
      open.pop();
      continue;
    }
    const element = { name, attributes: readAttributes(attributes), children: [] };
    inner.children.push(element);
    if (!voidElements.has(name)) open.push(element);
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.name}> is not closed.`);
  return root;
}

/** Returns the elements below an element that a test accepts, in document order. */
export function findAll(element: Element, accept: (element: Element) => boolean): readonly Element[] {
  return element.children.flatMap((child) => {
    if (typeof child === "string") return [];
    return [...(accept(child) ? [child] : []), ...findAll(child, accept)];
  });
}

/** Returns the text of an element, as a reader sees it. */
export function textOf(element: Element): string {
  return element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
}

function readAttributes(text: string): ReadonlyMap<string, string> {
  const attributes = [...text.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)];
  return new Map(attributes.map(([, name = "", value = ""]) => [name, plain(value)]));
}

function plain(text: string): string {
  if (text.includes("<")) throw new Error(`Not a tag: ${text.slice(0, 80)}`);
  const entities: { readonly [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return text.replace(/&([^;\s]*);?/g, (entity, name: string) => {
    const character = entities[name];
    if (character === undefined) throw new Error(`Not an entity of these pages: ${entity}`);
    return character;
  });
}
