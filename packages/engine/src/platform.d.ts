// The engine compiles without DOM and Node types; this is all it takes from its platform.
declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

interface ErrorConstructor {
  /** How many calls a new error remembers, where the platform can be told. */
  stackTraceLimit?: number | undefined;
}
