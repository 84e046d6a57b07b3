import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { parseJson, readSealed, writeSealed } from "@skillwright/core/text";
import { z } from "zod";

/** How much of a log a hub has proved to have. Written only after a receipt was verified. */
export type UploadState = {
  /** Address of the hub. */
  readonly hub: string;
  /** The hub's public key with the name of the tenant's log, as first seen: `NAME+HASH+KEY`. */
  readonly key: string;
  readonly tenant: string;
  readonly stream: string;
  /** The last line that the hub has. */
  readonly sequence: number;
  readonly hash: string;
  /** Where the next line starts in the file. */
  readonly offset: number;
  /** The newest checkpoint that was verified; empty before the first one. */
  readonly checkpoint: string;
};

const stateSchema: z.ZodType<UploadState> = z.object({
  hub: z.string(),
  key: z.string(),
  tenant: z.string(),
  stream: z.string(),
  sequence: z.int().min(0),
  hash: z.string(),
  offset: z.int().min(0),
  checkpoint: z.string(),
});
const fileSchema = z.object({ version: z.literal(1), uploads: z.array(stateSchema) });

/** `audit.jsonl` has `audit.uploaded`. */
function uploadStateFile(log: string): string {
  return `${log.replace(/\.jsonl$/, "")}.uploaded`;
}

const seal = { kind: "audit-uploads-1", sha256: nodeSha256, maxBytes: 1_048_576 } as const;

/**
 * The uploads of a log, one for each hub. A damaged file is an error and not an empty one: with it, the pinned key and the last
 * checkpoint would be forgotten, and a hub that rewrote its log would not be noticed.
 */
export function readUploadStates(fs: FileSystem, log: string): readonly UploadState[] {
  const path = uploadStateFile(log);
  if (fs.stat(path) === undefined) return [];
  const payload = readSealed(fs, path, seal);
  const parsed = fileSchema.safeParse(payload && parseJson(new TextDecoder().decode(payload)));
  if (!parsed.success) throw new SkillError("state-unreadable", { path, reason: "it was changed" });
  return parsed.data.uploads;
}

/** Replaces the state of the same hub and tenant. */
export function writeUploadState(fs: FileSystem, log: string, state: UploadState): void {
  const others = readUploadStates(fs, log).filter(
    ({ hub, tenant }) => hub !== state.hub || tenant !== state.tenant,
  );
  const text = `${JSON.stringify({ version: 1, uploads: [...others, state] })}\n`;
  writeSealed(fs, uploadStateFile(log), { ...seal, payload: new TextEncoder().encode(text) });
}
