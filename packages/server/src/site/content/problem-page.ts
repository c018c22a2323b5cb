import { type ProblemDocument, problemCatalogue } from "@assay/contract";
import type { Article } from "../articles/article.ts";
import { toHtml } from "../articles/article-html.ts";

/** Writes a problem as a page for people who opened a URL of the service in a browser. */
export function problemPage(problem: ProblemDocument, publicUrl: string): string {
  const { status, title, detail, code, type, requestId } = problem;
  const docs = { text: `${publicUrl}/docs`, url: `${publicUrl}/docs` };
  const article: Article = {
    title: `${title} (${status})`,
    above: [
      { text: "Assay", url: docs.url },
      { text: "Problems", url: `${publicUrl}/problems` },
    ],
    blocks: [
      // The detail may quote the request.
      { kind: "verbatim", text: detail },
      { kind: "paragraph", text: problemCatalogue[code].explanation },
      { kind: "paragraph", text: "More about this problem:", link: { text: code, url: type } },
      { kind: "paragraph", text: "What this service does, and how to call it:", link: docs },
      { kind: "paragraph", text: `Request id, for questions to the operator: \`${requestId}\`` },
    ],
  };
  return toHtml(article, { publicUrl });
}
