import { SkillError } from "@skillwright/core";
import type { BundledFile, ReadOptions } from "@skillwright/core/discover";
import type { JsonObject } from "@skillwright/core/text";
import { explainRefusal } from "../../admission/refusal.ts";
import { findUsableSkill } from "../../scripts/load-unchanged.ts";
import type { Session } from "../../session/session.ts";
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
    const { skill } = findUsableSkill(input.name, parts);
    const file = await parts.catalog.readFile(skill.id, input.path, {
      ...options,
      ...(await verifiedDigest(skill.id, parts)),
    });
    const { path, mediaType, bytes } = file;
    return { data: { name: skill.id, path, media_type: mediaType, bytes, ...contentOf(file, input) } };
  };
}

type ReadParts = Pick<SessionParts, "catalog"> &
  Partial<Pick<SessionParts, "checkInstalled">> & { readonly session: Pick<Session, "active"> };

/** A model can read a skill without activating it, so the same check comes first; the file must then be part of what was checked. */
async function verifiedDigest(
  reference: string,
  { catalog, checkInstalled }: ReadParts,
): Promise<{ readonly digest?: string }> {
  if (checkInstalled === undefined) return {};
  const { skill, digest } = await catalog.load(reference);
  const decision = await checkInstalled({ ...skill, digest });
  if (decision === undefined) return { digest };
  throw new SkillError("skill-disabled", {
    name: skill.id,
    reason: explainRefusal(decision).replace(/\.$/, ""),
  });
}

function contentOf(file: BundledFile, { start_line: start = 1, end_line: end }: ReadFileInput): JsonObject {
  if (file.kind === "binary") return { encoding: "base64", content: file.base64 };
  const lines = file.text.split("\n");
  const isPart = start > 1 || end !== undefined;
  if (!isPart) return { encoding: "utf-8", content: file.text };
  const content = lines.slice(start - 1, end).join("\n");
  return { encoding: "utf-8", content, start_line: start, total_lines: lines.length };
}
