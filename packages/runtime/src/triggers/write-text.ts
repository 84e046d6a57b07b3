import type { FileSystem } from "@skillwright/core";

/** Writes a file of ours into a workspace; a link in its place is replaced, not followed. */
export function writeText(fs: FileSystem, path: string, text: string): void {
  fs.write(path, new TextEncoder().encode(text), { replacesLink: true });
}
