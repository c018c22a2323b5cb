// The service that domains.ts measures, in a process of its own. The file that is its argument has its settings.
import { readFileSync } from "node:fs";
import { startApp } from "@assay/server";

const settings: Parameters<typeof startApp>[0] = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const app = await startApp(settings);
console.log("ready");
process.once("SIGTERM", async () => {
  await app.close();
  process.exit(0);
});
