import { sharedService } from "../auth/service.ts";
import { realClients } from "./clients.ts";
import { testClient } from "./test-clients.ts";

const service = sharedService();

for (const client of realClients) testClient(client, service);
