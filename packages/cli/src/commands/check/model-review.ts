import type { Finding } from "@skillwright/core";
import type { LoadedSkill } from "@skillwright/core/discover";
import type { ScannedText } from "@skillwright/core/scan";
import { createLineIndex } from "@skillwright/core/text";
import type { Invocation } from "../../command.ts";
import type { Io } from "../../io.ts";
import { readModelRequest } from "../../models/read-model-request.ts";

/** Asks a model for concerns about a skill, as findings that are added to those of the rules. */
export type ModelReview = (skill: LoadedSkill, texts: readonly ScannedText[]) => Promise<readonly Finding[]>;

/** Undefined unless a model is named: a review sends the skill to its provider. */
export async function openModelReview(invocation: Invocation, io: Io): Promise<ModelReview | undefined> {
  const request = readModelRequest(invocation);
  if (request.name === undefined && request.baseUrl === undefined && request.offline !== true)
    return undefined;
  const [{ randomUUID }, { openModel }, { reviewSafety }] = await Promise.all([
    import("node:crypto"),
    import("../../models/open-model.ts"),
    import("@skillwright/evals"),
  ]);
  const { model, label } = await openModel(request, io.environment);
  const salt = [randomUUID()];
  return async (skill, texts) => {
    const answer = await reviewSafety(texts, { model, salt });
    if (!answer.ok)
      return [toFinding(skill, { message: "failed", args: { model: label, why: answer.reason } })];
    return answer.value.map(({ path, quote, why, level }) => {
      const found = toFinding(skill, { message: "concern", args: { model: label, quote, why } });
      return { ...found, level, ...placeOf(skill, { quote, text: texts.find((one) => one.path === path) }) };
    });
  };
}

function toFinding(skill: LoadedSkill, { message, args }: Pick<Finding, "message" | "args">): Finding {
  const start = { line: 1, column: 1 };
  return {
    ...{ rule: "model-concern", category: "security", severity: "warning", message, args, file: skill.file },
    range: { start, end: start },
    level: message === "concern" ? "medium" : "low",
    confidence: "possible",
  };
}

type Quoted = { readonly quote: string; readonly text: ScannedText | undefined };

/** Where the first words of a quote are; a model may have joined its lines. */
function placeOf(skill: LoadedSkill, { quote, text }: Quoted): Partial<Pick<Finding, "file" | "range">> {
  const at = text?.text.indexOf(quote.slice(0, 24).trimEnd()) ?? -1;
  if (text === undefined || at === -1) return {};
  const { file, span } = text.placeOf({ start: at, end: at + 1 });
  if (file === undefined) return { range: createLineIndex(skill.parsed.text).rangeOf(span) };
  const content = skill.files.read(file);
  const range = content === undefined ? {} : { range: createLineIndex(content).rangeOf(span) };
  return { file: `${skill.directory}/${file}`, ...range };
}
