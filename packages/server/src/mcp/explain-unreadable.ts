interface Issue {
  readonly path: readonly unknown[];
  readonly expected?: unknown;
}

/**
 * Replaces the library's report of parameters of a wrong type, which is a dump of its validator that no model can use,
 * and for some methods an internal error (-32603).
 */
export function explainUnreadable(body: string): string {
  if (!body.includes('"code":-3260')) return body;
  const answer = JSON.parse(body) as { readonly error?: { readonly code?: unknown; readonly message?: unknown } };
  const [issue] = issuesIn(String(answer.error?.message ?? ""));
  if (issue === undefined) return body;
  const message = `The parameters of this message are invalid: ${placeOf(issue)} ${ruleOf(issue)}.`;
  return JSON.stringify({ ...answer, error: { code: -32602, message } });
}

// The dump is the whole message, or follows a few words.
function issuesIn(message: string): readonly Issue[] {
  const start = message.indexOf("[");
  try {
    const read: unknown = start < 0 ? [] : JSON.parse(message.slice(start));
    return Array.isArray(read) && Array.isArray(read[0]?.path) ? read : [];
  } catch {
    return [];
  }
}

// Names that the sender chose are not repeated; the path above them is enough.
function placeOf({ path }: Issue): string {
  const end = path.findIndex((name) => typeof name !== "string" || !/^[a-zA-Z]{1,30}$/.test(name));
  return end < 0 ? `/${path.join("/")}` : `a property of /${path.slice(0, end).join("/")}`;
}

function ruleOf({ expected }: Issue): string {
  if (expected === "string") return "must be a string";
  return expected === "object" || expected === "record" ? "must be an object" : "is invalid";
}
