import type { Domain } from "@assay/contract";
import { computeEtag } from "../etag.ts";
import type { Page } from "../page.ts";
import type { ServiceInfo } from "../pages.ts";
import { dataMark, type WorkbenchFiles } from "./workbench-files.ts";

interface WorkbenchPageOptions extends Pick<ServiceInfo, "publicUrl" | "keyUrl"> {
  readonly files: Pick<WorkbenchFiles, "html" | "worker" | "examples">;
  /** Asked for each answer: rules come and go while the process runs. */
  domains(): readonly Domain[];
}

/** Creates the function that writes the page: the built file, with what the service knows as a block of data. */
export function createWorkbenchPage(options: WorkbenchPageOptions): () => Page & { readonly etag: string } {
  const { publicUrl, keyUrl, files, domains } = options;
  const base = toBasePath(publicUrl);
  const [before = "", after = ""] = files.html.replaceAll("%BASE%", escapeAttribute(base)).split(dataMark);
  return () => {
    const pageData = {
      publicUrl,
      keyUrl,
      worker: `${base}/${files.worker}`,
      examples: `${base}/${files.examples}`,
      domains: domains(),
    };
    // Nothing in the data can end the element that it is in.
    const json = JSON.stringify(pageData).replaceAll("<", "\\u003c");
    const body = `${before}<script type="application/json" id="facts">${json}</script>${after}`;
    return { contentType: "text/html; charset=utf-8", body, etag: computeEtag(body) };
  };
}

/** Returns the path of the public URL, without a slash at its end: what every path in the page begins with. */
function toBasePath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, "");
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("'", "&#39;").replaceAll("<", "&lt;");
}
