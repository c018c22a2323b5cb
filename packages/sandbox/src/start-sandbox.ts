import { identifyByIntrospection } from "./identify.ts";
import type { Identity, IdentityOptions } from "./identity/create-identity.ts";
import { createProduct, type Product, type ProductOptions } from "./product/create-product.ts";

/** The options of the sandbox. */
export interface SandboxOptions {
  readonly datamint?: Omit<ProductOptions, "identify" | "signIn">;
  /** Makes ballots wait for their owner, who signs in at the identity service. Default: false. */
  readonly asksOwner?: boolean;
  /** Starts an identity service, and makes the product accept only its keys. Default: none. */
  readonly identity?: true | IdentityOptions;
}

/** The running services around Assay. */
export interface Sandbox extends AsyncDisposable {
  readonly datamint: Product;
  readonly identity?: Identity | undefined;
}

/** The running services around Assay, including the identity service. */
export interface SandboxWithIdentity extends Sandbox {
  readonly identity: Identity;
}

/**
 * Starts a target product in this process, on 127.0.0.1, and an identity service if `identity` is set.
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
  asksOwner,
  identity: identityOptions,
}: SandboxOptions = {}): Promise<Sandbox> {
  await using started = new AsyncDisposableStack();
  // Import the identity service only on demand: most tests do not need it, and loading it doubles the time to start.
  const { createIdentity } = identityOptions ? await import("./identity/create-identity.ts") : {};
  const identity = createIdentity && started.use(await createIdentity(identityOptions === true ? {} : identityOptions));
  const identify = identity && identifyByIntrospection(identity.introspectionUrl, identity.clients.product);
  const signIn = asksOwner ? identity?.signIn : undefined;
  const datamint = started.use(await createProduct({ ...product, identify, signIn }));
  const running = started.move();
  return { datamint, identity, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
