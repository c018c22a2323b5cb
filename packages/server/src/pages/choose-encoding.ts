/** An encoding that the service can send files in. */
export type Encoding = "br" | "gzip" | "identity";

const bySize: readonly Encoding[] = ["br", "gzip", "identity"];

/**
 * Chooses the encoding of a file by the Accept-Encoding header (RFC 9110, section 12.5.3): the highest weight wins,
 * then the smallest size. If the header accepts no available encoding, the file is sent unencoded.
 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const weights = new Map((acceptEncoding ?? "").split(",").flatMap(readCoding));
  const findWeight = (encoding: Encoding) =>
    weights.get(encoding) ?? weights.get("*") ?? (encoding === "identity" ? minWeight : 0);
  const [best] = bySize
    .map((encoding) => ({ encoding, weight: findWeight(encoding) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return best?.encoding ?? "identity";
}

// A header accepts identity without naming it, but any encoding that it names takes precedence.
const minWeight = 0.000_1;

function readCoding(text: string): readonly (readonly [name: string, weight: number])[] {
  const [, name, weight = "1"] = /^\s*([\w*-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(text) ?? [];
  return name === undefined ? [] : [[name.toLowerCase().replace(/^x-gzip$/, "gzip"), Number(weight)]];
}
