/** The MIME type of an image that browsers display, by its first bytes; undefined for everything else. */
export function imageTypeOf(path: string, bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const raster = signatures.find(({ pattern }) => pattern.test(start))?.type;
  if (raster !== undefined) return raster;
  // SVG has no signature. In an <img>, its scripts do not run and it loads nothing.
  return /\.svg$/i.test(path) && /^(?:\xef\xbb\xbf)?\s*</.test(start) ? "image/svg+xml" : undefined;
}

const signatures: readonly { readonly type: string; readonly pattern: RegExp }[] = [
  { type: "image/png", pattern: /^\x89PNG\r\n\x1a\n/ },
  { type: "image/jpeg", pattern: /^\xff\xd8\xff/ },
  { type: "image/gif", pattern: /^GIF8[79]a/ },
  { type: "image/webp", pattern: /^RIFF[\s\S]{4}WEBP/ },
];
