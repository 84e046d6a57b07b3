import { isJsonObject } from "../text/parse-json.ts";
import { skillFields, taskFields, webFields } from "./input-fields.ts";
import { readHost } from "./match-host.ts";
import { readToolName, type ToolName } from "./match-tool.ts";
import { type FieldPurposes, plainKey, readFields } from "./read-fields.ts";
import { readFileParts, readGlobParts, readSearchParts } from "./read-file-parts.ts";
import { readShellParts } from "./read-shell-parts.ts";
import { type RequestPart, unreadablePart } from "./request-part.ts";
import { isAboutOneSkill } from "./skill-tools.ts";
import type { ToolRequest } from "./tool-request.ts";

/** A tool call as rules see it. */
export type ReadRequest = {
  readonly tool: ToolName;
  /** Its parts may be uses of other tools: a shell writes files. */
  readonly usesOtherTools: boolean;
  /** Read when first asked for: most rules need only the tool's name, and paths cost a look at the disk. */
  readonly parts: () => readonly RequestPart[];
  readonly request: ToolRequest;
};

export function readRequest(request: ToolRequest): ReadRequest {
  const tool = readToolName(request.tool);
  let parts: readonly RequestPart[] | undefined;
  return {
    tool,
    usesOtherTools: tool.name === "bash" || tool.name === "usemcptool",
    request,
    parts: () => {
      parts ??= readParts(tool, request);
      return parts;
    },
  };
}

/** Patterns in parentheses mean nothing for tools that are not here. */
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
    default:
      return isAboutOneSkill(tool.asked) ? readSkillParts(tool, request) : [unreadablePart(tool)];
  }
}

function readWebParts(tool: ToolName, { input }: ToolRequest): readonly RequestPart[] {
  const reading = readFields(input, webFields);
  if (!reading.ok) return [unreadablePart(tool, reading.problem)];
  const addresses = reading.fields.filter(({ purpose }) => purpose === "address");
  if (addresses.length === 0) return [unreadablePart(tool, "it names no address")];
  return addresses.map(({ text }) => {
    const host = readHost(text);
    return host ? { tool, subject: { kind: "host", host }, text } : unreadablePart(tool, text);
  });
}

/** The skill whose files or scripts a call is about. */
function readSkillParts(tool: ToolName, { input }: ToolRequest): readonly RequestPart[] {
  const name = isJsonObject(input) ? input.name : undefined;
  if (typeof name !== "string") return [unreadablePart(tool, "it names none")];
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
  if (names.length === 0) return [unreadablePart(tool, "it names none")];
  return names.map(({ text }) => ({ tool, subject: { kind: "name", name: text }, text }));
}

/** A tool that calls any tool of an MCP server: what counts is that one. Without both names no rule can be sure of it. */
function readMcpParts(tool: ToolName, { input }: ToolRequest): readonly RequestPart[] {
  const entries = Object.entries(isJsonObject(input) ? input : {});
  const named = (names: readonly string[]) => entries.filter(([key]) => names.includes(plainKey(key)));
  const found = [...named(["server", "servername"]), ...named(["name", "tool", "toolname"])];
  const names = found.map(([, value]) => value).filter((value) => typeof value === "string");
  const name = found.length === 2 && names.length === 2 ? `mcp__${names.join("__")}` : "";
  return [{ ...unreadablePart(readToolName(name)), text: name === "" ? tool.asked : name }];
}
