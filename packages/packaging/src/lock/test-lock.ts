import { digestFiles } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import type { Lock, LockedSkill } from "./lock.ts";

const encoder = new TextEncoder();

/** A locked skill whose digest matches its files, which are given as texts. */
export function lockedSkill(
  name: string,
  {
    texts = { "SKILL.md": name },
    ...fields
  }: Partial<LockedSkill> & { readonly texts?: Record<string, string> } = {},
): LockedSkill {
  const entries = Object.entries(texts).map(([path, text]) => ({
    path,
    hash: nodeSha256(encoder.encode(text)),
  }));
  return {
    name,
    source: `acme/${name}`,
    resolved: "1f2e3d4c",
    digest: digestFiles(entries, nodeSha256),
    files: Object.fromEntries(entries.map(({ path, hash }) => [path, hash])),
    ...fields,
  };
}

export function lockOf(...skills: readonly LockedSkill[]): Lock {
  return { version: 1, skills };
}
