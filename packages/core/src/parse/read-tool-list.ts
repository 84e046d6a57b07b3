import { limits } from "../limits.ts";
import type { SkillManifest } from "../skill.ts";
import { readTools } from "./node-readers.ts";
import type { ToolPattern } from "./tokenize-tools.ts";
import type { YamlMap, YamlNode } from "./yaml-node.ts";

type ToolListField = "allowed-tools" | "disallowed-tools";

/**
 * Reads a tool list under its standard name or, if that is missing, another spelling: a restriction must not be lost over
 * a capital letter or an underscore.
 */
export function readToolList(
  map: YamlMap | undefined,
  field: ToolListField,
): readonly ToolPattern[] | undefined {
  const found = findLists(map, spellings[field]);
  return readTools((found.find(({ key }) => key === field) ?? found[0])?.value);
}

const spellings: Readonly<Record<ToolListField, RegExp>> = {
  "allowed-tools": /^allowed[-_ ]?tools$/i,
  "disallowed-tools": /^disallowed[-_ ]?tools$/i,
};

const shortest = "allowedtools".length;

type FoundList = { readonly key: string; readonly value: YamlNode };

/** Includes lists merged in with `<<: *defaults`, which many YAML readers support. */
function findLists(map: YamlMap | undefined, spelling: RegExp): readonly FoundList[] {
  const found: FoundList[] = [];
  for (const { key, value } of map?.entries ?? [])
    if (key.text.length >= shortest && spelling.test(key.text)) found.push({ key: key.text, value });
  for (const { key, value } of map?.entries ?? [])
    if (key.text === "<<") found.push(...mergedMaps(value).flatMap((merged) => findLists(merged, spelling)));
  return found;
}

function mergedMaps(node: YamlNode): readonly YamlMap[] {
  const nodes = node.kind === "list" ? node.items : [node];
  return nodes.filter((one) => one.kind === "map");
}

/**
 * Tool lists of a text that starts like frontmatter but has none (for example because an empty line precedes it). Their
 * contents are unknown, so each becomes an entry that no policy can match.
 */
export function readStrayLists(text: string): Pick<SkillManifest, "requestedTools" | "disallowedTools"> {
  const top = text.slice(0, limits.frontmatterBytes);
  if (!/^\ufeff?\s*---/.test(top)) return {};
  const unreadable = "frontmatter that cannot be read";
  const list: readonly ToolPattern[] = [{ text: unreadable, tool: unreadable }];
  return {
    ...(/^[ \t"']*allowed[-_ ]?tools["']?[ \t]*:/im.test(top) ? { requestedTools: list } : {}),
    ...(/^[ \t"']*disallowed[-_ ]?tools["']?[ \t]*:/im.test(top) ? { disallowedTools: list } : {}),
  };
}
