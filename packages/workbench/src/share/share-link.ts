/** What a link carries: a text, finished or not, and the domain that it is meant for. */
export interface Draft {
  /** `{targetProduct}/{domainId}`. */
  readonly domain: string;
  readonly text: string;
}

/** What the fragment of an address holds. */
export type DecodedDraft =
  | { readonly kind: "draft"; readonly draft: Draft }
  /** The fragment is not one of ours. */
  | { readonly kind: "none" }
  | { readonly kind: "unreadable"; readonly reason: string };

/** The longest fragment, in characters. A candidate of the largest size that the service takes always fits. */
export const maxFragmentLength = 131_072;

/** The largest draft, in bytes; a fragment could inflate to a thousand times its size. */
export const maxDraftBytes = 262_144;

/**
 * Writes a draft as the fragment of a link: `#1.` and base64url of deflated JSON. Returns undefined if it is too large for a
 * link. A fragment is never sent to a server.
 *
 * @example
 * location.hash = (await encodeDraft({ domain: "datamint/generator-option", text })) ?? "";
 */
export async function encodeDraft({ domain, text }: Draft): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(JSON.stringify({ domain, text }));
  if (bytes.length > maxDraftBytes) return undefined;
  const packed = await readWithin(bytes, new CompressionStream("deflate-raw"), maxFragmentLength);
  const fragment = packed && `#${version}.${toBase64Url(packed)}`;
  return fragment && fragment.length <= maxFragmentLength ? fragment : undefined;
}

/** Reads the fragment of an address, with or without its `#`. Nothing throws, and nothing inflates without end. */
export async function decodeDraft(fragment: string): Promise<DecodedDraft> {
  const [, found, packed = ""] = /^#?([0-9]{1,9})(?:\.(.*))?$/s.exec(fragment) ?? [];
  if (found === undefined) return { kind: "none" };
  if (found !== version)
    return unreadable(
      "This link was made by another version of the workbench. Ask its sender for a new link or for the file.",
    );
  if (fragment.length > maxFragmentLength)
    return unreadable("This link is too long to hold a draft. Ask its sender for the file.");
  try {
    const bytes = await readWithin(fromBase64Url(packed), new DecompressionStream("deflate-raw"), maxDraftBytes);
    if (!bytes) return unreadable("The draft in this link is too large. Ask its sender for the file.");
    const draft = draftOf(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
    return draft ? { kind: "draft", draft } : unreadable(incomplete);
  } catch {
    return unreadable(incomplete);
  }
}

const version = "1";
const incomplete = "This link is incomplete or damaged. Copy it again from where you got it.";

function unreadable(reason: string): DecodedDraft {
  return { kind: "unreadable", reason };
}

function draftOf(value: unknown): Draft | undefined {
  if (typeof value !== "object" || value === null || !("domain" in value) || !("text" in value)) return undefined;
  const { domain, text } = value;
  const isDomain = typeof domain === "string" && /^[a-z][a-z0-9-]{0,63}\/[a-z][a-z0-9-]{0,63}$/.test(domain);
  return isDomain && typeof text === "string" ? { domain, text } : undefined;
}

// Bytes go in piece by piece, and only while the result is within its limit: a large piece could inflate to megabytes
// before the first of them is counted.
const pieceBytes = 512;

async function readWithin(
  bytes: Uint8Array<ArrayBuffer>,
  transform: { readonly readable: ReadableStream<Uint8Array>; readonly writable: WritableStream<BufferSource> },
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let offset = 0;
  const pieces = new ReadableStream<BufferSource>(
    {
      pull(controller) {
        if (offset >= bytes.length) controller.close();
        else controller.enqueue(bytes.subarray(offset, offset + pieceBytes));
        offset += pieceBytes;
      },
    },
    { highWaterMark: 0 },
  );
  const reader = pieces.pipeThrough(transform).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    length += read.value.length;
    if (length > maxBytes) {
      // The stream may already have failed; its failure is of no interest any more.
      reader.cancel().catch(() => {});
      return undefined;
    }
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) throw new Error("not base64url");
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (unit) => unit.charCodeAt(0));
}
