/** From the text of a SKILL.md to its manifest and outline. */
export { fields } from "./fields.ts";
export { hookEventName, hookEventSpellings, type SkillHookEvent, toHookEvent } from "./hook-events.ts";
export { readBoolean, readMap, readMaps, readNumber, readText, readTexts } from "./node-readers.ts";
export { type ParsedSkill, parseSkill } from "./parse-skill.ts";
export { parseYaml } from "./parse-yaml.ts";
export {
  describeShape,
  isFiniteNumber,
  matchShape,
  number,
  type Shape,
  text,
  texts,
  toggle,
} from "./shape.ts";
export { type ToolPattern, tokenizeTools } from "./tool-list.ts";
export {
  findEntry,
  findValue,
  type Plain,
  toPlain,
  typeName,
  type YamlEntry,
  type YamlList,
  type YamlMap,
  type YamlNode,
  type YamlProblem,
  type YamlScalar,
} from "./yaml-node.ts";
