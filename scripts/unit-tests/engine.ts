// One of the two processes of `npm test`: the engine's own tests, which are about half of the work.
import { loadTests } from "./load-tests.ts";

await loadTests((file) => file.startsWith("packages/engine/"));
