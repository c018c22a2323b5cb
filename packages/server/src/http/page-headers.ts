import { hash } from "node:crypto";
import { pageStyle } from "./page-frame.ts";

/** The hash of the style, for `style-src` of the Content-Security-Policy. */
export const styleHash: string = `sha256-${hash("sha256", pageStyle, "base64")}`;

/** The headers of every page: it loads nothing, runs nothing, and cannot be framed. Its icon is in the page itself. */
export const pageHeaders = {
  "content-security-policy": `default-src 'none'; style-src '${styleHash}'; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
} as const;
