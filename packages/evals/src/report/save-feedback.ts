import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { decodeUtf8, isJsonObject, parseJson } from "@skillwright/core/text";
import type { EvalDialect } from "../formats/evals-json.ts";
import { type Feedback, type Review, readFeedback, toFeedbackText } from "../formats/feedback.ts";
import type { ReadEvalFile } from "../formats/read-eval-file.ts";
import { workspaceFiles } from "../formats/workspace.ts";
import { evalsLimits } from "../limits.ts";
import { reportLimits } from "./limits.ts";

export type NewFeedback = {
  readonly reviews: readonly Pick<Review, "about" | "text">[];
  readonly status: string;
};

export type FeedbackPlace = {
  /** The iteration's folder. */
  readonly folder: string;
  /** For a new file; an existing one keeps its dialect. */
  readonly dialect: EvalDialect;
  /** ISO 8601. */
  readonly now: string;
};

/**
 * Merges reviews into `feedback.json`, keeping those of other runs. Throws `state-unreadable` rather than overwrite a
 * file it cannot parse.
 */
export function saveFeedback(
  fs: Pick<FileSystem, "read" | "write">,
  { reviews, status }: NewFeedback,
  place: FeedbackPlace,
): void {
  const path = `${place.folder}/${workspaceFiles.feedback}`;
  const existing = readExisting(fs, path);
  const merged = mergeReviews(existing?.feedback.reviews ?? [], reviews, place.now);
  const text = toFeedbackText({ reviews: merged, status }, existing?.dialect ?? place.dialect);
  // Replace a link instead of following it.
  fs.write(path, new TextEncoder().encode(text), { replacesLink: true });
}

type Existing = { readonly feedback: Feedback; readonly dialect: EvalDialect | undefined };

function readExisting(fs: Pick<FileSystem, "read">, path: string): Existing | undefined {
  const source = readSource(fs, path);
  if (source === undefined) return undefined;
  const result = readFeedback(source, workspaceFiles.feedback);
  if (!result.ok) throw unreadable(path, result.problems[0]?.message ?? "not a feedback file");
  const dialect = feedbackDialectOf(source);
  return { feedback: result.value, dialect: dialect.ok ? dialect.value : undefined };
}

function readSource(fs: Pick<FileSystem, "read">, path: string): string | undefined {
  try {
    const { bytes, size } = fs.read(path, evalsLimits.evalResultCharacters);
    const text = size > bytes.length ? undefined : decodeUtf8(bytes);
    if (text === undefined) throw unreadable(path, "it is too large or not UTF-8 text");
    return text;
  } catch (error) {
    if (error instanceof SkillError && error.code === "file-missing") return undefined;
    throw error;
  }
}

/** The latest review of each subject, at the position of its first one. */
function mergeReviews(
  before: readonly Review[],
  added: NewFeedback["reviews"],
  timestamp: string,
): readonly Review[] {
  const merged = new Map<string, Review>();
  for (const review of before) {
    const text = [merged.get(review.about)?.text ?? "", review.text].filter((one) => one !== "").join("\n");
    merged.set(review.about, { ...review, text });
  }
  for (const { about, text } of added) {
    const old = merged.get(about);
    if (old?.text !== text) merged.set(about, { about, text, timestamp });
  }
  return [...merged.values()];
}

function unreadable(path: string, reason: string): SkillError {
  return new SkillError("state-unreadable", { path, reason });
}

/** Validates the feedback sent by the page. */
export function readNewFeedback(
  value: unknown,
  abouts: ReadonlySet<string>,
): NewFeedback | { readonly reason: string } {
  if (!isJsonObject(value) || !Array.isArray(value.reviews))
    return { reason: "Expected an object with a list of reviews." };
  const { status } = value;
  if (status !== "in_progress" && status !== "complete")
    return { reason: "Expected the status in_progress or complete." };
  const reviews: NewFeedback["reviews"][number][] = [];
  for (const review of value.reviews) {
    if (!isJsonObject(review) || typeof review.about !== "string" || typeof review.text !== "string")
      return { reason: "Expected reviews with about and text." };
    const { about, text } = review;
    if (!abouts.has(about)) return { reason: "A review does not match this report; reload the page." };
    if (text.length > reportLimits.reportFeedbackCharacters)
      return { reason: `A review is limited to ${reportLimits.reportFeedbackCharacters} characters.` };
    reviews.push({ about, text });
  }
  return { reviews, status };
}

/** The dialect of a `feedback.json`; `readFeedback` validates it. */
export function feedbackDialectOf(source: string): ReadEvalFile<EvalDialect | undefined> {
  const value = parseJson(source.replace(/^\ufeff/, ""));
  if (!isJsonObject(value) || Object.keys(value).length === 0)
    return { ok: true, value: undefined, notes: [] };
  return { ok: true, value: Array.isArray(value.reviews) ? "skill-creator" : "guide", notes: [] };
}
