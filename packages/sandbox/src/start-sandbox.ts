import { identifyByIntrospection } from "./identify.ts";
import type { Identity, IdentityOptions } from "./identity/create-identity.ts";
import { createProduct, type Product, type ProductOptions } from "./product/create-product.ts";

/** How the services of the sandbox are set up. */
export interface SandboxOptions {
  readonly datamint?: Omit<ProductOptions, "identify">;
  /** With an identity service, the product accepts its keys only. Default: none. */
  readonly identity?: true | IdentityOptions;
}

/** Everything around Assay, running. */
export interface Sandbox extends AsyncDisposable {
  readonly datamint: Product;
  readonly identity?: Identity | undefined;
}

/** Everything around Assay, the identity service included. */
export interface SandboxWithIdentity extends Sandbox {
  readonly identity: Identity;
}

/**
 * Starts a target product in this process, on a free port of this machine, and an identity service if one is asked for.
 *
 * @example
 * await using sandbox = await startSandbox({ identity: true });
 * const ada = await sandbox.identity.createPerson("Ada");
 * const { key } = await sandbox.identity.createKey(ada);
 */
export async function startSandbox(
  options: SandboxOptions & { readonly identity: true | IdentityOptions },
): Promise<SandboxWithIdentity>;
export async function startSandbox(options?: SandboxOptions): Promise<Sandbox>;
export async function startSandbox({
  datamint: product,
  identity: identityOptions,
}: SandboxOptions = {}): Promise<Sandbox> {
  await using started = new AsyncDisposableStack();
  // Most tests need none, and to load it takes as long as to start the rest.
  const { createIdentity } = identityOptions ? await import("./identity/create-identity.ts") : {};
  const identity = createIdentity && started.use(await createIdentity(identityOptions === true ? {} : identityOptions));
  const identify = identity && identifyByIntrospection(identity.introspectionUrl, identity.clients.product);
  const datamint = started.use(await createProduct({ ...product, identify }));
  const running = started.move();
  return { datamint, identity, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
