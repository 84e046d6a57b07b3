import { findEntry, type YamlEntry, type YamlMap } from "@skillwright/core/parse";
import type { Complaint } from "../testing/complaints.ts";
import { joinPlace, type ReadPart } from "./find-misfits.ts";

/** OmniForge uses camel case, our other files use hyphens; accept both. */
const spellings: ReadonlyMap<string, string> = new Map([
  ["expected-behavior", "expectedBehavior"],
  ["expected-output", "expectedOutput"],
  ["max-steps", "maxSteps"],
]);

/** Reads a mapping with OmniForge's spelling of its keys. Problems use the author's spelling. */
export function readRenamed<Value>(
  map: YamlMap,
  place: string,
  read: (renamed: YamlMap) => ReadPart<Value>,
): ReadPart<Value> {
  const entries = map.entries.map((entry): YamlEntry => {
    const text = spellings.get(entry.key.text);
    return text === undefined ? entry : { ...entry, key: { ...entry.key, text } };
  });
  const { value, complaints } = read({ ...map, entries });
  const own = complaints.map(({ span, message }) => ({ span, message: respell(message, map, place) }));
  return { value, complaints: [...findBoth(map, place), ...own] };
}

function findBoth(map: YamlMap, place: string): readonly Complaint[] {
  return [...spellings].flatMap(([one, other]) => {
    const key = findEntry(map, one)?.key;
    if (key === undefined || !findEntry(map, other)) return [];
    return [{ span: key.span, message: `${joinPlace(place, one)}: this is also given as ${other}.` }];
  });
}

/** Messages start with the place they are about. */
function respell(message: string, { entries }: YamlMap, place: string): string {
  for (const [one, other] of spellings) {
    const start = `${joinPlace(place, other)}:`;
    if (!message.startsWith(start)) continue;
    // The first of two spellings wins.
    const written = entries.find(({ key }) => key.text === one || key.text === other)?.key.text ?? other;
    return `${joinPlace(place, written)}:${message.slice(start.length)}`;
  }
  return message;
}
