import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import { type Project, projectFile } from "../project/read-project.ts";
import { printable } from "../text/printable.ts";

/**
 * The origin of a target product, if its user has named it. Where a package goes is part of an answer of the service, so it is
 * not trusted: a key goes only to origins that a person wrote down.
 */
export function namedOrigin(submissionUrl: string, { file, products = [] }: Project): string {
  const url = URL.parse(submissionUrl);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) {
    const message = `The service names ${printable(JSON.stringify(submissionUrl))} as the place to submit to, which is no web address.`;
    throw new Failure(message, { exitCode: exitCode.service });
  }
  if (products.some((product) => URL.parse(product)?.origin === url.origin)) return url.origin;
  const line = `"products": ${JSON.stringify([...products, url.origin])}`;
  const where = file === undefined ? `a new ${projectFile}` : `${projectFile}, below its "{"`;
  throw new Failure(
    `Nothing was sent. ${url.origin} would get the package and your key, and ${projectFile} does not name it as a target product. If it is the right one, add this line to ${where}:`,
    { next: [file === undefined ? `{ ${line} }` : `${line},`] },
  );
}
