import type {
  Capability,
  HookMatcher,
  SecurityManifest,
  SkillComposition,
  SkillExecution,
  SkillHooks,
  SkillManifest,
  SkillRequirements,
  SkillScope,
  ToolDependency,
} from "../skill.ts";
import { toPythonString } from "../skills-ref/python.ts";
import { compact } from "../text/compact.ts";
import { findField } from "./fields.ts";
import {
  readBoolean,
  readMap,
  readMaps,
  readNumber,
  readText,
  readTexts,
  readWords,
} from "./node-readers.ts";
import { matchShape, text } from "./shape.ts";
import { readToolList } from "./tool-list.ts";
import { findValue, type Plain, toPlain, toTexts, type YamlMap, type YamlNode } from "./yaml-node.ts";

/** Reads every known field. Values of the wrong type are left out; a rule reports them. */
export function readManifest(map: YamlMap | undefined): SkillManifest {
  const draft: Draft = { metadata: nothing, unknown: nothing };
  // The first of duplicate fields wins.
  const seen = new Set<string>();
  for (const { key, value } of map?.entries ?? []) {
    if (seen.has(key.text)) continue;
    seen.add(key.text);
    const read = readers.get(key.text);
    if (read) read(draft, value);
    else if (!findField(key.text)) keepUnknown(draft, key.text, toPlain(value));
  }
  keep(draft, "requestedTools", readToolList(map, "allowed-tools"));
  keep(draft, "disallowedTools", readToolList(map, "disallowed-tools"));
  return draft;
}

type Draft = { -readonly [Member in keyof SkillManifest]: SkillManifest[Member] };
type FieldReader = (draft: Draft, node: YamlNode) => void;

/** Shared by the many skills without metadata or without unknown fields. */
const nothing: Readonly<Record<string, never>> = Object.freeze(Object.create(null));

/** Objects have no prototype, so a `__proto__` key is only a key. */
function keepUnknown(draft: Draft, field: string, value: Plain): void {
  const unknown: Record<string, Plain> = draft.unknown === nothing ? Object.create(null) : draft.unknown;
  unknown[field] = value;
  draft.unknown = unknown;
}

function keep<Member extends keyof Draft>(
  draft: Draft,
  member: Member,
  value: Draft[Member] | undefined,
): void {
  if (value !== undefined) draft[member] = value;
}

function into<Member extends keyof Draft>(
  member: Member,
  read: (node: YamlNode) => Draft[Member] | undefined,
): FieldReader {
  return (draft, node) => keep(draft, member, read(node));
}

/** Readers by field. Tool lists are read separately, since they accept other spellings. */
const readers: ReadonlyMap<string, FieldReader> = new Map([
  ["name", into("name", (node) => readText(node)?.trim())],
  ["description", into("description", (node) => readText(node)?.trim())],
  ["license", into("license", readText)],
  ["compatibility", readCompatibility],
  ["metadata", into("metadata", (node) => readMetadata(readMap(node)))],
  ["context", into("context", readContext)],
  ["agent", into("agent", readText)],
  ["model", into("model", readText)],
  ["hooks", into("hooks", readHooks)],
  ["priority", into("priority", readNumber)],
  ["tags", into("tags", readTexts)],
  ["scope", into("scope", (node) => readScope(readMap(node)))],
  ["execution", into("execution", (node) => readExecution(readMap(node)))],
  ["disable-model-invocation", into("disableModelInvocation", readBoolean)],
  ["user-invocable", into("userInvocable", readBoolean)],
  ["argument-hint", into("argumentHint", readArgumentHint)],
  ["arguments", into("argumentNames", readWords)],
  ["paths", into("paths", readTexts)],
  ["security", into("security", (node) => readSecurity(readMap(node)))],
  ["testing", into("testing", toPlain)],
  ["tools", into("tools", (node) => readToolDependencies(readMap(node)))],
  ["composition", into("composition", (node) => readComposition(readMap(node)))],
]);

/** A text, or a map of requirements, which also becomes a text. */
function readCompatibility(draft: Draft, node: YamlNode): void {
  const map = readMap(node);
  const requirements = map && readRequirements(map);
  keep(draft, "requirements", requirements);
  keep(draft, "compatibility", requirements ? describeRequirements(requirements) : readText(node));
}

function describeRequirements({ requires, optional, packages }: SkillRequirements): string {
  const parts = [
    requires.length > 0 ? `Requires ${requires.join(", ")}` : "",
    optional.length > 0 ? `Optional: ${optional.join(", ")}` : "",
    packages.length > 0 ? `Packages: ${packages.join(", ")}` : "",
  ];
  return parts.filter((part) => part !== "").join(". ");
}

function readRequirements(map: YamlMap): SkillRequirements {
  const texts = (key: string): readonly string[] => readTexts(findValue(map, key)) ?? [];
  return { requires: texts("requires"), optional: texts("optional"), packages: texts("packages") };
}

/** Scalars keep the author's text; nested values become text as in the reference tool. */
function readMetadata(map: YamlMap | undefined): Readonly<Record<string, string>> {
  const metadata: Record<string, string> = Object.create(null);
  for (const { key, value } of map?.entries ?? []) {
    metadata[key.text] = toPythonString(toTexts(value));
  }
  return metadata;
}

function readContext(node: YamlNode): SkillManifest["context"] {
  const context = readText(node);
  return context === "fork" || context === "inherit" ? context : undefined;
}

function readHooks(node: YamlNode): SkillHooks | undefined {
  if (node.kind === "scalar" && node.value === null) return undefined;
  const map = readMap(node);
  const events: Record<string, readonly HookMatcher[]> = Object.create(null);
  for (const { key, value } of map?.entries ?? []) {
    if (value.kind === "list") events[key.text] = readMaps(map, key.text).map(readMatcher);
  }
  const unreadable = unreadableHooks(node);
  return compact<SkillHooks>({
    pre: readText(findValue(map, "pre")),
    post: readText(findValue(map, "post")),
    events,
    unreadable: unreadable.length > 0 ? unreadable : undefined,
  });
}

/** Paths of hooks with the wrong shape, including events with a text instead of a list. */
function unreadableHooks(node: YamlNode): readonly string[] {
  const shape = findField("hooks")?.shape ?? text;
  const strange = matchShape(node, shape, "hooks").map(({ path }) => path);
  const texts = (readMap(node)?.entries ?? [])
    .filter(({ key, value }) => value.kind === "scalar" && key.text !== "pre" && key.text !== "post")
    .map(({ key }) => `hooks.${key.text}`);
  return [...new Set([...strange, ...texts])];
}

function readMatcher(map: YamlMap): HookMatcher {
  const hooks = readMaps(map, "hooks").map((hook) =>
    compact<HookMatcher["hooks"][number]>({
      type: readText(findValue(hook, "type")) ?? "command",
      command: readText(findValue(hook, "command")),
      prompt: readText(findValue(hook, "prompt")),
      timeout: readNumber(findValue(hook, "timeout")),
      once: readBoolean(findValue(hook, "once")),
    }),
  );
  return compact<HookMatcher>({ matcher: readText(findValue(map, "matcher")), hooks });
}

function readScope(map: YamlMap | undefined): SkillScope | undefined {
  if (!map) return undefined;
  return compact<SkillScope>({
    agents: readTexts(findValue(map, "agents")),
    tenants: readTexts(findValue(map, "tenants")),
    environments: readTexts(findValue(map, "environments")),
  });
}

function readExecution(map: YamlMap | undefined): SkillExecution | undefined {
  if (!map) return undefined;
  return compact<SkillExecution>({
    sandbox: readBoolean(findValue(map, "sandbox")),
    allowedPaths: readTexts(findValue(map, "allowed-paths")),
    network: readText(findValue(map, "network")),
  });
}

/** `argument-hint: [file] [mode]` is a YAML list to the parser and a sentence to its author. */
function readArgumentHint(node: YamlNode): string | undefined {
  if (node.kind !== "list") return readText(node);
  return node.items.map((item) => `[${readText(item) ?? ""}]`).join(" ");
}

function readSecurity(map: YamlMap | undefined): SecurityManifest | undefined {
  if (!map) return undefined;
  const listed = findValue(map, "capabilities");
  const items = listed?.kind === "list" ? listed.items : [];
  return compact<SecurityManifest>({
    capabilities: items.map(readCapability).filter((item) => item !== undefined),
    requiresNetwork: readBoolean(findValue(map, "requiresNetwork")),
    modifiesFiles: readBoolean(findValue(map, "modifiesFiles")),
    executesCommands: readBoolean(findValue(map, "executesCommands")),
    fileSystemScope: readText(findValue(map, "fileSystemScope")),
  });
}

function readCapability(node: YamlNode): Capability | undefined {
  const capability = readText(node) ?? readText(findValue(readMap(node), "capability"));
  if (capability === undefined) return undefined;
  const map = readMap(node);
  const optional = readBoolean(findValue(map, "optional")) ?? false;
  return compact<Capability>({ capability, reason: readText(findValue(map, "reason")), optional });
}

function readToolDependencies(map: YamlMap | undefined): readonly ToolDependency[] {
  return readMaps(map, "dependencies").flatMap((entry) => {
    const tool = readText(findValue(entry, "tool"));
    if (tool === undefined) return [];
    const required = readBoolean(findValue(entry, "required")) ?? true;
    const purpose = readText(findValue(entry, "purpose"));
    return [
      compact<ToolDependency>({
        tool,
        required,
        purpose,
        minVersion: readText(findValue(entry, "minVersion")),
      }),
    ];
  });
}

function readComposition(map: YamlMap | undefined): SkillComposition | undefined {
  if (!map) return undefined;
  const dependencies = readMaps(map, "dependencies").flatMap((entry) => {
    const skillName = readText(findValue(entry, "skillName"));
    if (skillName === undefined) return [];
    const optional = readBoolean(findValue(entry, "optional")) ?? false;
    const reason = readText(findValue(entry, "reason"));
    return [compact<SkillComposition["dependencies"][number]>({ skillName, reason, optional })];
  });
  const conflicts = readTexts(findValue(map, "conflicts")) ?? [];
  const executionOrder = readText(findValue(map, "executionOrder"));
  return compact<SkillComposition>({ dependencies, conflicts, executionOrder });
}
