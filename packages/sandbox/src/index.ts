export type { Identify } from "./identify.ts";
export type { Identity, IdentityOptions } from "./identity/create-identity.ts";
export type { ClientCredentials } from "./identity/introspection.ts";
export type { Failures } from "./identity/listener.ts";
export type { Person, PersonKey } from "./identity/people.ts";
export type { ProxyCall, ProxyClaims } from "./identity/sign-call.ts";
export { createProduct, type Product, type ProductOptions } from "./product/create-product.ts";
export { type Sandbox, type SandboxOptions, type SandboxWithIdentity, startSandbox } from "./start-sandbox.ts";
