import type { Sha256 } from "../digest/sha256.ts";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";

export type Seal = {
  /** Content type and format version; files of another kind are not read. */
  readonly kind: string;
  readonly sha256: Sha256;
  readonly maxBytes: number;
};

/**
 * The payload of a sealed file, or undefined when it is missing, torn, changed or of another kind. Such a file is never
 * trusted; its owner writes it again.
 */
export function readSealed(fs: FileSystem, path: string, seal: Seal): Uint8Array | undefined {
  const bytes = readIfThere(fs, path, seal.maxBytes);
  const end = bytes?.subarray(0, longestHeader).indexOf(newline) ?? -1;
  if (bytes === undefined || end === -1) return undefined;
  const payload = bytes.subarray(end + 1);
  return decoder.decode(bytes.subarray(0, end + 1)) === headerOf(payload, seal) ? payload : undefined;
}

/** Writes a file that `readSealed` accepts, atomically. */
export function writeSealed(
  fs: FileSystem,
  path: string,
  { payload, ...seal }: Seal & { readonly payload: Uint8Array },
): void {
  const header = encoder.encode(headerOf(payload, seal));
  const bytes = new Uint8Array(header.length + payload.length);
  bytes.set(header);
  bytes.set(payload, header.length);
  fs.write(path, bytes, { replacesLink: true });
}

const newline = 0x0a;
const longestHeader = 256;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function headerOf(payload: Uint8Array, { kind, sha256 }: Seal): string {
  return `skillwright ${kind} sha256:${sha256(payload)}\n`;
}

function readIfThere(fs: FileSystem, path: string, maxBytes: number): Uint8Array | undefined {
  try {
    const { bytes, size } = fs.read(path, maxBytes);
    return size === bytes.length ? bytes : undefined;
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
