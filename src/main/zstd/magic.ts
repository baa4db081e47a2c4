/** How a zstd frame begins. */
const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Whether bytes are the beginning of a zstd file. */
export function hasZstdMagic(head: Buffer): boolean {
  return head.subarray(0, MAGIC.length).equals(MAGIC);
}
