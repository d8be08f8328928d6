export interface GrowingBuffer {
  /** False when the limit would be passed; the chunk is then left out. */
  add(chunk: Buffer): boolean;
  bytes(): Buffer;
}

interface GrowingBufferSize {
  readonly maxBytes: number;
  /** What the client promised. */
  readonly expectedBytes?: number;
}

/** One buffer that doubles: a list of chunks joined at the end would hold a large file twice. */
export function growingBuffer(size: GrowingBufferSize): GrowingBuffer {
  const { maxBytes, expectedBytes = 16_384 } = size;
  // Memory that is never written to is never resident, so a large promised length costs nothing.
  let buffer = Buffer.allocUnsafeSlow(Math.min(maxBytes, expectedBytes));
  let length = 0;
  return {
    add(chunk) {
      const needed = length + chunk.length;
      if (needed > maxBytes) return false;
      if (needed > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(needed, length * 2)));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      chunk.copy(buffer, length);
      length = needed;
      return true;
    },
    bytes: () => buffer.subarray(0, length),
  };
}
