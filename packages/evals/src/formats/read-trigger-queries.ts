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
import type { TriggerQuery } from "./trigger-query.ts";

/** Reads `eval_queries.json` of the guide, which skill-creator calls `eval_set.json`. */
export function readTriggerQueries(source: string, file: string): ReadEvalFile<readonly TriggerQuery[]> {
  return readEvalFile(source, file, { syntaxFault: findJsonFault, shape, read });
}

const shape: Shape = {
  type: "list",
  item: {
    type: "record",
    fields: { query: text, should_trigger: toggle },
    required: ["query", "should_trigger"],
  },
};

function read(node: YamlNode): EvalRead<readonly TriggerQuery[]> {
  const items = node.kind === "list" ? node.items : [];
  const maps = items.map(readMap);
  const checked = maps.slice(0, formatsLimits.triggerQueries);
  const doubles = findDuplicateNames(checked);
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
function findDuplicateNames(
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
