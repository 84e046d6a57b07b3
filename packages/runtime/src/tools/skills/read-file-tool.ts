import { SkillError } from "@skillwright/core";
import type { BundledFile, ReadOptions } from "@skillwright/core/discover";
import type { JsonObject } from "@skillwright/core/text";
import { explainRefusal } from "../../admission/refusal.ts";
import { usedEntry } from "../../lease/used-skill.ts";
import { findUsableSkill } from "../../scripts/load-unchanged.ts";
import type { ActiveSkill, Session } from "../../session/session.ts";
import type { SessionParts } from "../../session/session-parts.ts";
import type { Executor } from "../create-tool.ts";
import type { EnvelopeContent } from "../envelope.ts";
import type { ReadFileInput } from "./definitions.ts";

/** VibeTavern's skills_read_file. The catalog ensures that the path stays inside the skill. */
export function createReadFile(
  parts: ReadParts,
  options: ReadOptions,
): Executor<ReadFileInput, EnvelopeContent> {
  return async (input) => {
    const { skill, active } = findUsableSkill(input.name, parts);
    const digest = await verifiedDigest(skill.id, { ...parts, active });
    const file = await parts.catalog.readFile(skill.id, input.path, { ...options, ...digest });
    const { path, mediaType, bytes } = file;
    return { data: { name: skill.id, path, media_type: mediaType, bytes, ...contentOf(file, input) } };
  };
}

type ReadParts = Pick<SessionParts, "catalog"> &
  Partial<Pick<SessionParts, "checkInstalled" | "lease">> & { readonly session: Pick<Session, "active"> };

/** A model can read a skill without activating it, so the same checks come first; the file must then be part of what was checked. */
async function verifiedDigest(
  reference: string,
  { catalog, checkInstalled, lease, active }: ReadParts & { readonly active: ActiveSkill | undefined },
): Promise<{ readonly digest?: string }> {
  if (checkInstalled === undefined && lease?.screen() === undefined) return {};
  const entry = await catalog.load(reference);
  const { skill, digest } = entry;
  // What is active goes on under an older version, but only as it was activated.
  const denial =
    active?.digest === digest ? lease?.checkActive(usedEntry(entry)) : lease?.check(usedEntry(entry));
  const decision = await checkInstalled?.({ ...skill, digest });
  const reason = denial?.text ?? (decision && explainRefusal(decision));
  if (reason === undefined) return { digest };
  throw new SkillError("skill-disabled", { name: skill.id, reason: reason.replace(/\.$/, "") });
}

function contentOf(file: BundledFile, { start_line: start = 1, end_line: end }: ReadFileInput): JsonObject {
  if (file.kind === "binary") return { encoding: "base64", content: file.base64 };
  const lines = file.text.split("\n");
  const isPart = start > 1 || end !== undefined;
  if (!isPart) return { encoding: "utf-8", content: file.text };
  const content = lines.slice(start - 1, end).join("\n");
  return { encoding: "utf-8", content, start_line: start, total_lines: lines.length };
}
