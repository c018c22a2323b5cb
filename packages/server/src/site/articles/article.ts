/** A document with headings, lists, tables, listings and foldable parts, independent of its output format. */
export interface Article {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** The pages above, the topmost first. */
  readonly above?: readonly Link[];
  /** The pages before and after in reading order. */
  readonly previous?: Link | undefined;
  readonly next?: Link | undefined;
  /** The parts of a long page, beside it. */
  readonly contents?: readonly Contents[];
}

/** A line in the contents of a page. */
export interface Contents extends Link {
  /** The HTTP method, if the part is about an operation. */
  readonly method?: string;
}

/** In `text`, `items`, summaries and cells, backticks mark `code` and asterisks mark *emphasis*, except in `verbatim` text. */
export type Block =
  | Heading
  /** A paragraph may end with a link. */
  | { readonly kind: "paragraph"; readonly text: string; readonly link?: Link }
  | { readonly kind: "verbatim"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  /** What to do, in this order. */
  | { readonly kind: "steps"; readonly items: readonly Step[] }
  /** Short names that lead somewhere, in columns. */
  | { readonly kind: "links"; readonly items: readonly Link[] }
  /** What is said, and beside it on a wide page how it is called. */
  | { readonly kind: "beside"; readonly said: readonly Block[]; readonly shown: readonly Block[] }
  | { readonly kind: "listing"; readonly text: string; readonly language: "json" | "sh" }
  | { readonly kind: "table"; readonly head: readonly string[]; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: "members"; readonly members: readonly Member[]; readonly whenRequired: string }
  | Fold;

/** A heading that can be linked to if it has an id. */
interface Heading {
  readonly kind: "heading";
  readonly text: string;
  /** Default: 2. */
  readonly level?: 2 | 3;
  readonly id?: string;
  /** The HTTP method, if the text is the path of an operation. */
  readonly method?: string;
}

/** A part that is folded in HTML unless it is `open`, and written out in Markdown. */
export interface Fold {
  readonly kind: "fold";
  readonly summary: string;
  /** An HTTP status, before the summary. */
  readonly status?: string;
  readonly id?: string;
  readonly open?: boolean;
  readonly blocks: readonly Block[];
}

/** One step of the way. */
export interface Step {
  readonly title: string;
  readonly text: string;
  readonly link?: Link | undefined;
}

/** A property of a JSON object, with the properties that it has itself. */
export interface Member {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly text: string;
  readonly members: readonly Member[];
}

/** A cell of a table. */
export type Cell = string | Link;

/** A link. */
export interface Link {
  readonly text: string;
  readonly url: string;
}

/** Says how many properties the properties below a member are, and whose. */
export function belowMember({ name, type, members }: Member): string {
  const count = members.length === 1 ? "1 property" : `${members.length} properties`;
  return `${count} of ${type.startsWith("array") ? "each item of " : ""}\`${name}\``;
}
