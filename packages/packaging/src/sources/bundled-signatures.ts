import { decodeUtf8 } from "@skillwright/core/text";
import { packagingLimits } from "../limits.ts";
import type { FileTree } from "../tree/file-tree.ts";

/** What is added to the name of a file or folder for the bundle that signs it; other tools of Sigstore do the same. */
export const bundleSuffix = ".sigstore.json";

/** The bundles that lie beside folders of skills, by the path of the folder: `skills/pdf.sigstore.json` is that of `skills/pdf`. Undefined if there are none. */
export function bundledSignatures({ entries }: FileTree): ReadonlyMap<string, string> | undefined {
  const skills = new Set(entries.flatMap(({ path }) => /^(.+)\/SKILL\.md$/i.exec(path)?.[1] ?? []));
  const found = new Map(
    entries.flatMap((entry): (readonly [string, string])[] => {
      if (!("bytes" in entry) || !entry.path.endsWith(bundleSuffix)) return [];
      const folder = entry.path.slice(0, -bundleSuffix.length);
      const isBundle = skills.has(folder) && entry.bytes.length <= packagingLimits.signatureCharacters;
      const text = isBundle ? decodeUtf8(entry.bytes) : undefined;
      return text === undefined ? [] : [[folder, text]];
    }),
  );
  return found.size === 0 ? undefined : found;
}
