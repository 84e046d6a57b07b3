import { isJsonObject, type JsonObject } from "../text/json.ts";
import {
  type FieldPurposes,
  plainKey,
  readFields,
  skillFields,
  taskFields,
  webFields,
} from "./input-fields.ts";
import { policyLimits } from "./limits.ts";
import { readHost } from "./match-host.ts";
import { readToolName, type ToolName } from "./match-tool.ts";
import { readFileParts, readGlobParts, readSearchParts } from "./read-file-parts.ts";
import { isUnknownToolWithCommand, programTools, readProgramParts } from "./read-program-parts.ts";
import { readShellParts } from "./read-shell-parts.ts";
import { namesOneSkill } from "./skill-tools.ts";
import { type RequestPart, type ToolRequest, unreadablePart } from "./tool-request.ts";

/** A tool call as rules see it. */
export type ReadRequest = {
  readonly tool: ToolName;
  /** Its parts may be uses of other tools: a shell writes files. */
  readonly usesOtherTools: boolean;
  /** What an allowlist must cover: the tool, all parts, or both for a batch. */
  readonly listedBy: "name" | "parts" | "both";
  /** Parsed on first use: most rules need only the tool name, and resolving paths reads the disk. */
  readonly parts: () => readonly RequestPart[];
  readonly request: ToolRequest;
};

export function readRequest(request: ToolRequest): ReadRequest {
  const tool = readToolName(request.tool);
  const listedBy = listings.get(tool.name) ?? "name";
  let parts: readonly RequestPart[] | undefined;
  return {
    tool,
    usesOtherTools: listedBy !== "name" || hasRulesOfOtherTools(tool, request),
    listedBy,
    request,
    parts: () => {
      parts ??= readParts(tool, request);
      return parts;
    },
  };
}

const listings: ReadonlyMap<string, ReadRequest["listedBy"]> = new Map([
  ["bash", "parts"],
  ["usemcptool", "parts"],
  ["batch", "both"],
]);

/** Whether deny and ask rules for the shell or for skills also apply to this tool. */
function hasRulesOfOtherTools(tool: ToolName, request: ToolRequest): boolean {
  return (
    tool.name === "slashcommand" || programTools.has(tool.name) || isUnknownToolWithCommand(tool, request)
  );
}

/** Patterns in parentheses mean nothing for other tools. */
function readParts(tool: ToolName, request: ToolRequest): readonly RequestPart[] {
  switch (tool.kind === "known" ? tool.name : "") {
    case "bash":
      return readShellParts(tool, request);
    case "read":
    case "write":
    case "edit":
    case "multiedit":
    case "notebookread":
    case "notebookedit":
    case "createdirectory":
      return readFileParts(tool, request, "itself");
    case "deletefile":
    case "movefile":
      return readFileParts(tool, request, "maybe-below");
    case "grep":
    case "ls":
      return readSearchParts(tool, request);
    case "glob":
      return readGlobParts(tool, request);
    case "webfetch":
      return readWebParts(tool, request);
    case "skill":
      return readNameParts(tool, request, skillFields);
    case "task":
      return readNameParts(tool, request, taskFields);
    case "usemcptool":
      return readMcpParts(tool, request);
    case "batch":
      return readBatchParts(request, (inner) => readRequest(inner).parts());
    case "slashcommand":
      return readSlashParts(tool, request);
    default:
      if (namesOneSkill(tool.asked)) return readSkillParts(tool, request);
      return hasRulesOfOtherTools(tool, request)
        ? [unreadablePart(tool), ...readProgramParts(tool, request)]
        : [unreadablePart(tool)];
  }
}

const skillTool = readToolName("Skill");

/** `/review src` is presumably the skill `review`. */
function readSlashParts(tool: ToolName, { input }: ToolRequest): readonly RequestPart[] {
  const command = isJsonObject(input) ? input.command : undefined;
  const name = typeof command === "string" ? /^\s*\/?(\S+)/.exec(command)?.[1] : undefined;
  const skill: RequestPart =
    name === undefined
      ? unreadablePart(skillTool, "it does not name one")
      : { tool: skillTool, subject: { kind: "name", name }, text: name };
  return [unreadablePart(tool), skill];
}

/** The skill whose files or scripts a call uses. */
function readSkillParts(tool: ToolName, { input }: ToolRequest): readonly RequestPart[] {
  const name = isJsonObject(input) ? input.name : undefined;
  if (typeof name !== "string") return [unreadablePart(tool, "it does not name one")];
  return [{ tool, subject: { kind: "name", name }, text: name }];
}

function readNameParts(
  tool: ToolName,
  { input }: ToolRequest,
  purposes: FieldPurposes<"name" | "text">,
): readonly RequestPart[] {
  const reading = readFields(input, purposes);
  if (!reading.ok) return [unreadablePart(tool, reading.problem)];
  const names = reading.fields.filter(({ purpose }) => purpose === "name");
  if (names.length === 0) return [unreadablePart(tool, "it does not name one")];
  return names.map(({ text }) => ({ tool, subject: { kind: "name", name: text }, text }));
}

/** A tool that calls any MCP tool: the target counts. Without both names no rule is certain. */
function readMcpParts(tool: ToolName, { input }: ToolRequest): readonly RequestPart[] {
  const entries = Object.entries(isJsonObject(input) ? input : {});
  const named = (names: readonly string[]) => entries.filter(([key]) => names.includes(plainKey(key)));
  const found = [...named(["server", "servername"]), ...named(["name", "tool", "toolname"])];
  const names = found.map(([, value]) => value).filter((value) => typeof value === "string");
  const name = found.length === 2 && names.length === 2 ? `mcp__${names.join("__")}` : "";
  return [{ ...unreadablePart(readToolName(name)), text: name === "" ? tool.asked : name }];
}

/** The calls of a batch as separate requests; undefined if they cannot be read. */
export function readBatch(request: ToolRequest): readonly ToolRequest[] | undefined {
  return readCalls(request.input)?.map((call) => ({ ...request, ...call }));
}

type InnerCall = { readonly tool: string; readonly input: JsonObject };

/** What the calls of a batch would do. Without each name and input, no rule is certain. */
function readBatchParts(
  request: ToolRequest,
  readCall: (request: ToolRequest) => readonly RequestPart[],
): readonly RequestPart[] {
  const calls = readCalls(request.input);
  return calls === undefined
    ? [unreadablePart(anyTool, "its calls cannot be read")]
    : calls.flatMap((call) => readCall({ ...request, ...call }));
}

/** A name that might be any tool. */
const anyTool = readToolName("");

/** The only field of the input: `{ tool_calls: [{ tool, parameters }] }`. */
function readCalls(input: unknown): readonly InnerCall[] | undefined {
  const [list, ...others] = isJsonObject(input) ? Object.values(input) : [];
  if (!Array.isArray(list) || others.length > 0 || list.length > policyLimits.batchCalls) return undefined;
  const calls = list.map(readInner);
  return calls.every((call) => call !== undefined) ? calls : undefined;
}

const nameKeys: ReadonlySet<string> = new Set(["tool", "name", "toolname"]);
const inputKeys: ReadonlySet<string> = new Set(["parameters", "params", "arguments", "args", "input"]);

function readInner(call: unknown): InnerCall | undefined {
  const entries = Object.entries(isJsonObject(call) ? call : {});
  const findOf = (keys: ReadonlySet<string>): unknown =>
    entries.find(([key]) => keys.has(plainKey(key)))?.[1];
  const tool = findOf(nameKeys);
  const input = findOf(inputKeys);
  if (entries.length !== 2 || typeof tool !== "string" || !isJsonObject(input)) return undefined;
  // A nested batch: no agent runs one, and reading it would be unbounded.
  return readToolName(tool).name === "batch" ? undefined : { tool, input };
}

/** The addresses a call would fetch. */
function readWebParts(tool: ToolName, { input }: ToolRequest): readonly RequestPart[] {
  const reading = readFields(input, webFields);
  if (!reading.ok) return [unreadablePart(tool, reading.problem)];
  const addresses = reading.fields.flatMap(({ purpose, text }) => {
    if (purpose === "address") return [text];
    return purpose === "prompt" && fetchesPrompt(tool) ? addressesIn(text) : [];
  });
  if (addresses.length === 0) return [unreadablePart(tool, "it does not name an address")];
  return addresses.map((text) => {
    const host = readHost(text);
    return host ? { tool, subject: { kind: "host", host }, text } : unreadablePart(tool, text);
  });
}

/** Gemini CLI fetches the addresses in the prompt and ignores `url`; elsewhere the prompt is about the fetched page. */
function fetchesPrompt({ asked }: ToolName): boolean {
  return /^web_fetch$/i.test(asked);
}

/** Anything that might be taken for an address, readable or not. */
function addressesIn(prompt: string): readonly string[] {
  return prompt.split(/\s+/).filter((word) => /:\/\/|\bwww\./i.test(word));
}
