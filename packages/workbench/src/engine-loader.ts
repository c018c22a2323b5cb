import type { EngineParts, NeededParts, Sha256 } from "@assay/engine";

/** Where the parts of an engine come from. */
export interface EngineLoaderParts {
  readonly sha256: Sha256;
  readonly loadCel: () => Promise<EngineParts["cel"]>;
  readonly loadIdn: () => Promise<EngineParts["idn"]>;
}

/** Makes the function that returns an engine with the parts that a spec package needs. */
export function createEngineLoader<Engine>(
  { sha256, loadCel, loadIdn }: EngineLoaderParts,
  createEngine: (parts: EngineParts) => Engine,
): (needed: NeededParts) => Promise<Engine> {
  const engines = new Map<string, Promise<Engine>>();
  const create = async ({ cel, idn }: NeededParts): Promise<Engine> =>
    createEngine({ sha256, cel: cel ? await loadCel() : undefined, idn: idn ? await loadIdn() : undefined });
  return ({ cel, idn }) => {
    const name = JSON.stringify({ cel, idn });
    const engine = engines.get(name) ?? create({ cel, idn });
    engines.set(name, engine);
    // A part that could not be loaded may load the next time.
    engine.catch(() => engines.delete(name));
    return engine;
  };
}
