import { createHash } from "node:crypto";
import { SkillError } from "@skillwright/core";

/** What a signature says: this skill, in this version, has this content. */
export type Statement = {
  readonly name: string;
  /** The version it is published as; absent if it has none. */
  readonly version?: string;
  /** The content digest; see `digestTree`. */
  readonly digest: string;
};

/**
 * The bytes that are signed. Whoever verifies a signature writes them again from what was fetched, so a signature says nothing about
 * another skill, version or content, and no claim is ever read from a signature. The first field keeps them apart from
 * everything else that the same key may sign.
 */
export function formatStatement({ name, version, digest }: Statement): string {
  if (!/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new SkillError("signature-invalid", { name, reason: "there is no SHA-256 digest to sign" });
  return `${JSON.stringify({ statement: "skillwright.skill.v1", name, version: version ?? null, digest })}\n`;
}

/** The SHA-256 of the signed bytes, which bundles and transparency logs contain. */
export function hashStatement(statement: Statement): Buffer {
  return createHash("sha256").update(formatStatement(statement)).digest();
}
