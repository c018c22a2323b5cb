import type { Domain } from "@assay/contract";
import { computeEtag } from "../etag.ts";
import type { Page } from "../page.ts";
import type { ServiceInfo } from "../pages.ts";
import { dataPlaceholder, type WorkbenchFiles } from "./workbench-files.ts";

interface WorkbenchPageOptions extends Pick<ServiceInfo, "publicUrl" | "keyUrl"> {
  readonly files: Pick<WorkbenchFiles, "html" | "worker">;
  /** Called for each request, because the rules can change while the process runs. Until then, it returns the same list. */
  domains(): readonly Domain[];
}

/** Creates a function that renders the page: the built HTML with the domains and settings embedded as JSON. */
export function createWorkbenchPage(options: WorkbenchPageOptions): () => Page & { readonly etag: string } {
  const { publicUrl, keyUrl, files, domains } = options;
  const base = toBasePath(publicUrl);
  const [before = "", after = ""] = files.html.replaceAll("%BASE%", escapeAttribute(base)).split(dataPlaceholder);
  let page: (Page & { readonly etag: string; readonly listed: readonly Domain[] }) | undefined;
  return () => {
    const listed = domains();
    if (page?.listed === listed) return page;
    const pageData = { publicUrl, keyUrl, worker: `${base}/${files.worker}`, domains: listed };
    // Without <, nothing in the data can end the script element that contains it.
    const json = JSON.stringify(pageData).replaceAll("<", "\\u003c");
    const body = `${before}<script type="application/json" id="page-data">${json}</script>${after}`;
    page = { contentType: "text/html; charset=utf-8", body, etag: computeEtag(body), listed };
    return page;
  };
}

/** Returns the path of the public URL without a trailing slash. Every path in the page begins with it. */
function toBasePath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, "");
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("'", "&#39;").replaceAll("<", "&lt;");
}
