import { nodeSha256 } from "@skillwright/core/node";
import { type FileTree, linkTargetOf } from "@skillwright/packaging";
import { z } from "zod";

/** A file of a published skill; a link is listed like a file whose content is its target. */
export type ContentFile = {
  readonly path: string;
  readonly size: number;
  readonly digest: string;
  readonly executable?: boolean | undefined;
  readonly linksTo?: string | undefined;
};

export function listFiles({ entries }: FileTree): readonly ContentFile[] {
  return entries.map((entry) => {
    const bytes = "linksTo" in entry ? Buffer.from(linkTargetOf(entry)) : entry.bytes;
    const file = { path: entry.path, size: bytes.length, digest: `sha256:${nodeSha256(bytes)}` };
    if ("linksTo" in entry) return { ...file, linksTo: entry.linksTo };
    return entry.executable ? { ...file, executable: true } : file;
  });
}

export const contentFilesSchema: z.ZodType<readonly ContentFile[]> = z.array(
  z.object({
    path: z.string(),
    size: z.int(),
    digest: z.string(),
    executable: z.boolean().optional(),
    linksTo: z.string().optional(),
  }),
);
