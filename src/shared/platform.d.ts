// The few globals that Node and browsers have alike and that src/shared may use. Only
// tsconfig.shared.json reads this file: it keeps `window`, `process` and the rest out of there.
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes: Uint8Array): string;
}
