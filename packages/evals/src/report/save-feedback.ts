import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { decodeUtf8 } from "@skillwright/core/text";
import type { EvalDialect } from "../formats/evals-json.ts";
import { type Feedback, type Review, readFeedback, toFeedbackText } from "../formats/feedback.ts";
import { workspaceFiles } from "../formats/workspace.ts";
import { evalsLimits } from "../limits.ts";
import { feedbackDialectOf } from "./feedback-dialect.ts";

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
