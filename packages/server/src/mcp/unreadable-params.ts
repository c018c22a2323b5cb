interface Issue {
  readonly path: readonly unknown[];
  readonly expected?: unknown;
}

/**
 * An answer of the library in our words. Parameters of a wrong type are a fault of the sender, but it reports them as
 * one of its own (-32603), with a dump of its validator that no model can use.
 */
export function explainUnreadable(body: string): string {
  if (!body.includes('"code":-32603')) return body;
  const answer = JSON.parse(body) as { readonly error?: { readonly code?: unknown; readonly message?: unknown } };
  const [issue] = answer.error?.code === -32603 ? issuesIn(answer.error.message) : [];
  if (issue === undefined) return body;
  const message = `The parameters of this message cannot be read: ${placeOf(issue)} ${ruleOf(issue)}.`;
  return JSON.stringify({ ...answer, error: { code: -32602, message } });
}

function issuesIn(message: unknown): readonly Issue[] {
  try {
    const read: unknown = JSON.parse(String(message));
    return Array.isArray(read) && Array.isArray(read[0]?.path) ? read : [];
  } catch {
    return [];
  }
}

// Names that the sender made up are not repeated; the place above them is enough.
function placeOf({ path }: Issue): string {
  const end = path.findIndex((name) => typeof name !== "string" || !/^[a-zA-Z]{1,30}$/.test(name));
  return end < 0 ? `/${path.join("/")}` : `a member of /${path.slice(0, end).join("/")}`;
}

function ruleOf({ expected }: Issue): string {
  if (expected === "string") return "must be a string";
  return expected === "object" || expected === "record" ? "must be an object" : "has a form that is not allowed";
}
