/** Computes the cluster slot of a key: CRC-16/XMODEM of the part in braces, as Redis computes it. */
export function hashSlot(key: string): number {
  const [, tag = key] = /\{([^}]+)\}/.exec(key) ?? [];
  let crc = 0;
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc % 16_384;
}
