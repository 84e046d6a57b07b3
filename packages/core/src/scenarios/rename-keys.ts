import { findEntry, type YamlEntry, type YamlMap } from "../parse/yaml-node.ts";
import { joinPlace, type ReadPart } from "./find-misfits.ts";

/** Document c writes its keys in camel case, our other files with hyphens; an author may do either. */
const spellings: ReadonlyMap<string, string> = new Map([
  ["expected-behavior", "expectedBehavior"],
  ["expected-output", "expectedOutput"],
  ["max-steps", "maxSteps"],
]);

/** The mapping with document c's spelling of its keys. */
export function renameKeys(map: YamlMap, place: string): ReadPart<YamlMap> {
  const entries = map.entries.map((entry): YamlEntry => {
    const text = spellings.get(entry.key.text);
    return text === undefined ? entry : { ...entry, key: { ...entry.key, text } };
  });
  const complaints = [...spellings].flatMap(([one, other]) => {
    const key = findEntry(map, one)?.key;
    if (key === undefined || !findEntry(map, other)) return [];
    return [{ span: key.span, message: `${joinPlace(place, one)}: this is written as ${other} too.` }];
  });
  return { value: { ...map, entries }, complaints };
}
