/** Computes the Redis Cluster slot of a key from the CRC-16/XMODEM checksum of its hash tag, the part in braces. */
export function hashSlot(key: string): number {
  const [, tag = key] = /\{([^}]+)\}/.exec(key) ?? [];
  let crc = 0;
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc % 16_384;
}
