import type { Sha256 } from "../digest/sha256.ts";

/** A skill of a project: where it is in it, with `/`, and the digest of its content. */
export type ProjectSkill = { readonly path: string; readonly digest: string };

/**
 * What a user vouches for when they trust a project: all its skills, each with its content. One that is added,
 * removed, moved or changed gives another digest. JSON keeps path and digest apart whatever they hold.
 */
export function projectDigest(skills: readonly ProjectSkill[], sha256: Sha256): string {
  const lines = skills.map(({ path, digest }) => JSON.stringify([path, digest])).sort();
  return `sha256:${sha256(new TextEncoder().encode(["skillwright trust 1", ...lines].join("\n")))}`;
}
