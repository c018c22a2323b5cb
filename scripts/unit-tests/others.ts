// One of the two processes of `npm test`: the tests of everything that is not the engine.
import { loadTests } from "./load-tests.ts";

await loadTests((file) => !file.startsWith("packages/engine/"));
