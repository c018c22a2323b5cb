// The engine compiles without DOM and Node.js types. These declarations cover all that it uses from its platform.
declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

interface ErrorConstructor {
  /** How many stack frames a new error records, on platforms where this can be set. */
  stackTraceLimit?: number | undefined;
}
