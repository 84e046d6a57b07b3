import {
  findValue,
  readBoolean,
  readMap,
  readText,
  type Shape,
  text,
  toggle,
  typeName,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { type Complaint, findJsonFault } from "../testing/read-test-file.ts";
import { formatsLimits } from "./limits.ts";
import { type EvalRead, type ReadEvalFile, readEvalFile } from "./read-eval-file.ts";
import { rankOf } from "./statistics.ts";
import type { TriggerQuery } from "./trigger-results.ts";

/** Reads `eval_queries.json` of the guide, which skill-creator calls `eval_set.json`. */
export function readTriggerQueries(source: string, file: string): ReadEvalFile<readonly TriggerQuery[]> {
  return readEvalFile(source, file, {
    syntaxFault: findJsonFault,
    shape: queriesShape,
    read: readQueriesNode,
  });
}

const queriesShape: Shape = {
  type: "list",
  item: {
    type: "record",
    fields: { query: text, should_trigger: toggle },
    required: ["query", "should_trigger"],
  },
};

function readQueriesNode(node: YamlNode): EvalRead<readonly TriggerQuery[]> {
  const items = node.kind === "list" ? node.items : [];
  const maps = items.map(readMap);
  const checked = maps.slice(0, formatsLimits.triggerQueries);
  const doubles = findDuplicateQueries(checked);
  const count = items.length;
  return {
    value: maps.map((map) => ({
      query: readText(findValue(map, "query")) ?? "",
      shouldTrigger: readBoolean(findValue(map, "should_trigger")) ?? false,
    })),
    complaints: [
      ...(count > 0 && count <= formatsLimits.triggerQueries
        ? []
        : [
            {
              span: node.span,
              message: `Expected 1 to ${formatsLimits.triggerQueries} queries, found ${count}.`,
            },
          ]),
      ...checked.flatMap((map, index) => checkQuery(map, `[${index}]`)),
      ...doubles.filter(({ opposed }) => opposed),
    ],
    notes: doubles.filter(({ opposed }) => !opposed),
  };
}

function checkQuery(map: YamlMap | undefined, place: string): readonly Complaint[] {
  const query = findValue(map, "query");
  const should = findValue(map, "should_trigger");
  return [
    ...(query && readText(query)?.trim() === ""
      ? [{ span: query.span, message: `${place}.query: expected text, found nothing.` }]
      : []),
    // Other tools read the quoted "false" as true.
    ...(should?.kind === "scalar" && readBoolean(should) !== undefined && typeof should.value !== "boolean"
      ? [
          {
            span: should.span,
            message: `${place}.should_trigger: expected true or false without quotes, found ${typeName(should)}.`,
          },
        ]
      : []),
  ];
}

/** Results are merged by query text: a duplicate is wasted, and one with the opposite answer cannot pass. */
function findDuplicateQueries(
  maps: readonly (YamlMap | undefined)[],
): readonly (Complaint & { readonly opposed: boolean })[] {
  const seen = new Map<string, boolean | undefined>();
  return maps.flatMap((map, index) => {
    const node = findValue(map, "query");
    const query = readText(node);
    const should = readBoolean(findValue(map, "should_trigger"));
    if (!node || query === undefined) return [];
    if (!seen.has(query)) {
      seen.set(query, should);
      return [];
    }
    const opposed = seen.get(query) !== should;
    const words = opposed ? "is already listed, with the opposite answer" : "is already listed";
    return [{ span: node.span, message: `[${index}].query: this query ${words}.`, opposed }];
  });
}

export type QuerySplit = {
  /** The queries that may guide edits of the description. */
  readonly train: readonly TriggerQuery[];
  /** The queries that select the best description. */
  readonly validation: readonly TriggerQuery[];
};

type SplitOptions = {
  readonly seed: number;
  /** The share held back for validation: 0.4 in both dialects. */
  readonly holdout?: number;
};

/**
 * Splits queries, keeping the share of those that should trigger in both parts. The split is stable: a query's part
 * depends only on its text and the seed, not on the order or on other queries.
 */
export function splitQueries(
  queries: readonly TriggerQuery[],
  { seed, holdout = 0.4 }: SplitOptions,
): QuerySplit {
  const heldBack = new Set(
    [true, false].flatMap((side) => {
      const texts = new Set(queries.filter((one) => one.shouldTrigger === side).map(({ query }) => query));
      const ranked = [...texts].toSorted((one, other) => compare(one, other, seed));
      return ranked.slice(0, countHeldBack(ranked.length, holdout)).map((query) => keyOf(query, side));
    }),
  );
  const isHeldBack = ({ query, shouldTrigger }: TriggerQuery): boolean =>
    heldBack.has(keyOf(query, shouldTrigger));
  return {
    train: queries.filter((query) => !isHeldBack(query)),
    validation: queries.filter(isHeldBack),
  };
}

function compare(one: string, other: string, seed: number): number {
  const difference = rankOf(one, seed) - rankOf(other, seed);
  if (difference !== 0) return difference;
  return one < other ? -1 : 1;
}

function keyOf(query: string, shouldTrigger: boolean): string {
  return `${shouldTrigger ? "+" : "-"}${query}`;
}

/** At least one query on each side when there are two; a single query is used for training. */
function countHeldBack(count: number, holdout: number): number {
  return Math.max(0, Math.min(count - 1, Math.max(1, Math.round(count * holdout))));
}
