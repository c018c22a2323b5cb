// Runs an instance of the service in a separate process. The first argument contains its settings as JSON.
import { startApp } from "@assay/server";
import type { InstanceSettings } from "./start-fleet.ts";

const settings: InstanceSettings = JSON.parse(process.argv[2] ?? "{}");
const app = await startApp(settings);
console.log(`ready ${JSON.stringify({ url: app.url, operatorUrl: app.operatorUrl })}`);
process.once("SIGTERM", async () => {
  await app.close();
  process.exit(0);
});
