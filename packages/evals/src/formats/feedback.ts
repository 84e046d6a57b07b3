import {
  findValue,
  readMap,
  readMaps,
  readText,
  type Shape,
  text,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import { findMismatches } from "../testing/read-test-file.ts";
import type { EvalDialect } from "./evals-json.ts";
import { type EvalRead, type ReadEvalFile, readResultFile, toJsonText } from "./read-eval-file.ts";

/** A person's comments on outputs: `feedback.json`. */
export type Feedback = {
  readonly reviews: readonly Review[];
  /** Written by skill-creator's page when the person is done. */
  readonly status?: string;
};

export type Review = {
  /** The folder of an eval in the guide's dialect, the id of a run in skill-creator's. */
  readonly about: string;
  /** Empty when nothing is wrong. */
  readonly text: string;
  readonly timestamp?: string;
};

/** The text of `feedback.json`: a flat map in the guide's dialect, a list of reviews in skill-creator's. */
export function toFeedbackText({ reviews, status }: Feedback, dialect: EvalDialect): string {
  if (dialect === "skill-creator")
    return toJsonText({
      reviews: reviews.map(({ about, text, timestamp }) => ({ run_id: about, feedback: text, timestamp })),
      status,
    });
  const texts = new Map<string, readonly string[]>();
  for (const { about, text } of reviews)
    texts.set(
      about,
      [...(texts.get(about) ?? []), text].filter((one) => one !== ""),
    );
  return toJsonText(Object.fromEntries([...texts].map(([about, lines]) => [about, lines.join("\n")])));
}

/** Reads `feedback.json` in both dialects. */
export function readFeedback(source: string, file: string): ReadEvalFile<Feedback> {
  return readResultFile(source, file, {
    shape: { type: "dictionary", value: { type: "anything" } },
    read: (node) => {
      const map = readMap(node);
      return findValue(map, "reviews")?.kind === "list" ? readReviews(node) : readFlat(node, map);
    },
  });
}

const reviewsShape: Shape = {
  type: "record",
  fields: {
    reviews: {
      type: "list",
      item: {
        type: "record",
        fields: { run_id: text, feedback: text, timestamp: text },
        required: ["run_id", "feedback"],
      },
    },
    status: text,
  },
};

function readReviews(node: YamlNode): EvalRead<Feedback> {
  const map = readMap(node);
  return {
    value: compact<Feedback>({
      reviews: readMaps(map, "reviews").map((review) =>
        compact<Review>({
          about: readText(findValue(review, "run_id")) ?? "",
          text: readText(findValue(review, "feedback")) ?? "",
          timestamp: readText(findValue(review, "timestamp")),
        }),
      ),
      status: readText(findValue(map, "status")),
    }),
    complaints: findMismatches(node, reviewsShape),
  };
}

function readFlat(node: YamlNode, map: YamlMap | undefined): EvalRead<Feedback> {
  const entries = map?.entries ?? [];
  return {
    value: { reviews: entries.map(({ key, value }) => ({ about: key.text, text: readText(value) ?? "" })) },
    complaints: findMismatches(node, { type: "dictionary", value: text }),
  };
}
