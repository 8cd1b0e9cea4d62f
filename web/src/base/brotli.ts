/** A format of the Compression standard that TypeScript's types do not include yet. */
export const brotli = "brotli" as string as CompressionFormat;

/** Reports whether the browser can decompress Brotli itself. Chromium 156 cannot. */
export function inflatesBrotli(): boolean {
  try {
    new DecompressionStream(brotli);
    return true;
  } catch {
    return false;
  }
}
