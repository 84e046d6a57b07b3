import type { FileSystem } from "@skillwright/core";
import { nodeSha256 } from "@skillwright/core/node";
import { parseJson } from "@skillwright/core/text";
import { z } from "zod";
import { packagingLimits } from "../limits.ts";
import type { Cache } from "./cache.ts";
import type { Disk } from "./disk.ts";

/** What the last operation changed in a place, with hashes of content that the cache has. */
export type UndoRecord = { readonly entries: readonly UndoEntry[] };
export type UndoEntry =
  | {
      readonly kind: "folder";
      readonly path: string;
      readonly before: readonly UndoFile[];
      readonly after: readonly UndoFile[];
    }
  | (UndoText & { readonly kind: "link" })
  | (UndoText & { readonly kind: "file" });
/** The target of a link, or the hash of a file; absent where nothing is. */
type UndoText = {
  readonly path: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
};
type UndoFile = { readonly path: string; readonly hash: string; readonly executable: boolean };

const file = z.strictObject({ path: z.string(), hash: z.string(), executable: z.boolean() });
const text = { path: z.string(), before: z.string().optional(), after: z.string().optional() };
const recordSchema = z.strictObject({
  entries: z.array(
    z.discriminatedUnion("kind", [
      z.strictObject({
        kind: z.literal("folder"),
        path: z.string(),
        before: z.array(file),
        after: z.array(file),
      }),
      z.strictObject({ kind: z.literal("link"), ...text }),
      z.strictObject({ kind: z.literal("file"), ...text }),
    ]),
  ),
});

type Ports = { readonly fs: FileSystem; readonly disk: Disk; readonly cache: Cache };

/** In the user's cache, not beside the skills: a project that comes from others must not say what an undo does. */
function recordPath({ folder }: Cache, store: string): string {
  return `${folder}/undo/${nodeSha256(new TextEncoder().encode(store))}`;
}

/** Written before the first step; it counts once `keepUndo` has moved it. */
export function prepareUndo({ disk, cache }: Ports, store: string, record: UndoRecord): void {
  disk.writeFile(`${recordPath(cache, store)}.next`, new TextEncoder().encode(JSON.stringify(record)));
}

export function keepUndo({ fs, disk, cache }: Ports, store: string): void {
  const path = recordPath(cache, store);
  if (fs.stat(`${path}.next`) === undefined) return;
  disk.remove(path);
  disk.rename(`${path}.next`, path);
}

export function dropUndo({ disk, cache }: Ports, store: string): void {
  disk.remove(`${recordPath(cache, store)}.next`);
}

export function readUndo({ fs, cache }: Ports, store: string): UndoRecord | undefined {
  const path = recordPath(cache, store);
  if (fs.stat(path) === undefined) return undefined;
  const { bytes } = fs.read(path, packagingLimits.treeBytes);
  const read = recordSchema.safeParse(parseJson(new TextDecoder().decode(bytes)));
  return read.success ? read.data : undefined;
}
