// What a page loads first: the engine, until a spec package needs CEL.

import { createEngine, readJson, registryFromSnapshot } from "@assay/engine";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

const engine = createEngine({ sha256: (text) => bytesToHex(sha256(utf8ToBytes(text))) });
addEventListener("message", ({ data: { spec, registry, candidate } }) => {
  const compiled = engine.compileSpec(spec);
  const read = readJson(candidate);
  if (compiled.kind === "broken" || read.kind === "unreadable") return postMessage({ compiled, read });
  postMessage(engine.build({ spec: compiled.spec, registry: registryFromSnapshot(registry), candidate: read.value }));
});
