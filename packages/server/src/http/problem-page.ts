import { type ProblemDocument, problemCatalogue } from "@assay/contract";
import { type Article, toHtml } from "./article.ts";

/** Writes a problem as a page for people who opened a URL of the service in a browser. */
export function problemPage(problem: ProblemDocument, publicUrl: string): string {
  const { status, title, detail, code, type, requestId } = problem;
  const article: Article = {
    title: `${title} (${status})`,
    up: { text: "Assay", url: `${publicUrl}/docs` },
    blocks: [
      // The detail may quote the request.
      { kind: "verbatim", text: detail },
      { kind: "paragraph", text: problemCatalogue[code].explanation },
      { kind: "paragraph", text: "More about this problem:", link: { text: code, url: type } },
      { kind: "paragraph", text: `Request id, for questions to the operator: \`${requestId}\`` },
    ],
  };
  return toHtml(article);
}
