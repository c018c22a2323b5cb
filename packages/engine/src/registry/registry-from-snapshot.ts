import { checkRegistryDocument, type RegistryDocument } from "./registry-document.ts";
import { indexRegistry } from "./registry-index.ts";
import { type RegistryView, viewOf } from "./registry-view.ts";

/**
 * A view of the whole registry.
 *
 * @example
 * const registry = registryFromSnapshot({ revision: "1", entries: [{ id: "person-basic", state: "active" }], pending: [] });
 */
export function registryFromSnapshot(registry: RegistryDocument): RegistryView {
  checkRegistryDocument(registry);
  return viewOf(indexRegistry([registry]), registry.revision);
}
