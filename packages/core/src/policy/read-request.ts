import { isJsonObject } from "../text/json.ts";
import { skillFields, taskFields } from "./input-fields.ts";
import { readToolName, type ToolName } from "./match-tool.ts";
import { programTools } from "./program-tools.ts";
import { readBatchParts } from "./read-batch-parts.ts";
import { type FieldPurposes, plainKey, readFields } from "./read-fields.ts";
import { readFileParts, readGlobParts, readSearchParts } from "./read-file-parts.ts";
import { isStrangerWithCommand, readProgramParts } from "./read-program-parts.ts";
import { readShellParts } from "./read-shell-parts.ts";
import { readWebParts } from "./read-web-parts.ts";
import { type RequestPart, unreadablePart } from "./request-part.ts";
import { isAboutOneSkill } from "./skill-tools.ts";
import type { ToolRequest } from "./tool-request.ts";

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
    usesOtherTools: listedBy !== "name" || isMoreThanItsName(tool, request),
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
function isMoreThanItsName(tool: ToolName, request: ToolRequest): boolean {
  return tool.name === "slashcommand" || programTools.has(tool.name) || isStrangerWithCommand(tool, request);
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
      if (isAboutOneSkill(tool.asked)) return readSkillParts(tool, request);
      return isMoreThanItsName(tool, request)
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
