import { type Service, type ServiceOptions, startService } from "../auth/start-service-with-identity.ts";

/** The service with the workbench, a product and an identity service. */
export interface Stack extends Service {
  /** A key of the person who owns the tests' candidates. */
  readonly key: string;
}

export async function startStack(options: ServiceOptions = {}): Promise<Stack> {
  const service = await startService({ ...options, linksToKeys: true });
  return { ...service, key: await service.createKey() };
}
