import { mcpTools } from "@assay/contract";

interface Issue {
  readonly path: readonly unknown[];
}

/**
 * Rewrites three errors of the MCP library. For invalid parameters, the library sends the raw output of its validator,
 * which a model cannot use, or for some methods an internal error. For an unknown tool, it does not list the tools, and for
 * an unknown resource, its message repeats the URI, which can be long. A short URI stays in `data` (SEP-2164).
 */
export function explainLibraryError(body: string): string {
  if (!body.includes('"code":-3260')) return body;
  const answer = JSON.parse(body) as {
    readonly error?: { readonly message?: unknown; readonly data?: { readonly uri?: unknown } };
  };
  const message = improveMessage(String(answer.error?.message ?? ""));
  if (message === undefined) return body;
  const uri = answer.error?.data?.uri;
  const data = typeof uri === "string" && repeatable.test(uri) ? { uri } : undefined;
  return JSON.stringify({ ...answer, error: { code: -32602, message, data } });
}

const repeatable = /^[!-~]{1,256}$/;

function improveMessage(message: string): string | undefined {
  // A name such as `constructor` counts as disabled.
  if (/^Tool .* (?:not found|disabled)$/s.test(message)) {
    return `This tool does not exist. Tools: ${mcpTools.map(({ name }) => name).join(", ")}.`;
  }
  if (/^Resource (?:not found:|URI) /.test(message)) return "This resource does not exist. Call resources/list.";
  const [issue] = parseIssues(message);
  return issue && `The parameters of this message are invalid: see ${formatPath(issue)}.`;
}

// The validator output is the whole message, or follows some text.
function parseIssues(message: string): readonly Issue[] {
  const start = message.indexOf("[");
  try {
    const read: unknown = start < 0 ? [] : JSON.parse(message.slice(start));
    return Array.isArray(read) && Array.isArray(read[0]?.path) ? read : [];
  } catch {
    return [];
  }
}

// Ends the path before the first name that the sender chose, so that such names are not repeated.
function formatPath({ path }: Issue): string {
  const end = path.findIndex((name) => typeof name !== "string" || !/^[a-zA-Z]{1,30}$/.test(name));
  return `/${path.slice(0, end < 0 ? path.length : end).join("/")}`;
}
