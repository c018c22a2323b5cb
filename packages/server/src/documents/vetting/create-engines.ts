import { hash } from "node:crypto";
import { createEngine, type Engine } from "@assay/engine";

/** Returns one of two engines; the one with CEL is created only if needed, because CEL takes long to load. */
export type EngineFor = (usesCel: boolean) => Promise<Engine>;

export function createEngines(): EngineFor {
  const engines = new Map<boolean, Promise<Engine>>();
  return (usesCel) => {
    const engine = engines.get(usesCel) ?? create(usesCel);
    engines.set(usesCel, engine);
    return engine;
  };
}

async function create(usesCel: boolean): Promise<Engine> {
  const sha256 = (text: string) => hash("sha256", text);
  const cel = usesCel ? (await import("@assay/engine/cel")).cel : undefined;
  return createEngine({ sha256, cel });
}
