import { limits } from "@skillwright/core";
import { canonicalTool, policyLimits } from "@skillwright/core/policy";
import { compact, isJsonObject, type JsonObject, printable } from "@skillwright/core/text";
import { runtimeLimits } from "../../limits.ts";
import type { HookEvent, HookProblem, ReportedCall, ReportedSkill, ToolUse } from "../agent-dialect.ts";
import type { ReadEnd } from "../read-end.ts";
import { servedSkills } from "./prompt-skills.ts";

export type EventKind = HookEvent["kind"];

/** Where an agent's payloads keep what we need. */
export type PayloadReader = {
  /** The agent's own name of the event; undefined if the payload does not say. */
  readonly eventOf: (payload: JsonObject) => string | undefined;
  readonly kinds: ReadonlyMap<string, EventKind>;
  readonly sessionOf: (payload: JsonObject) => unknown;
  /** The conversation that a sub-agent's own conversation works for; undefined for all others. */
  readonly parentOf?: (payload: JsonObject) => unknown;
  readonly cwdOf: (payload: JsonObject) => unknown;
  readonly readCall: (payload: JsonObject, cwd: string) => ReportedCall | HookProblem;
  /** The calls before this one in the same message, from the agent's transcript. */
  readonly earlierCalls?: (
    payload: JsonObject,
    cwd: string,
    readEnd: ReadEnd,
  ) => readonly (ReportedCall | HookProblem)[];
  /** The skills a user names; undefined if there is no text to find them in. */
  readonly skillsOf: (payload: JsonObject, cwd: string) => readonly string[] | undefined;
  /** The skill the agent loaded; undefined if the event is about something else. */
  readonly loadedSkill?: (payload: JsonObject) => ReportedSkill | undefined;
  /** Whether a prompt is one that has been answered. */
  readonly isOver?: (payload: JsonObject) => boolean;
  /** Whether a prompt is not the user's: an agent cannot end its own turn. */
  readonly isOwnPrompt?: (payload: JsonObject) => boolean;
};

/** The fields that most agents use. */
export const usualFields: Pick<PayloadReader, "eventOf" | "sessionOf" | "cwdOf"> = {
  eventOf: ({ hook_event_name: event }) => (isWord(event) ? event : undefined),
  sessionOf: ({ session_id: session }) => session,
  cwdOf: ({ cwd }) => cwd,
};

/** Reads the event in a payload, or says why it cannot be read. */
export function readEvent(
  payload: JsonObject,
  reader: PayloadReader,
  readEnd?: ReadEnd,
): HookEvent | HookProblem {
  const event = reader.eventOf(payload);
  if (event === undefined) return problem("The payload does not say which event it is.");
  const kind = reader.kinds.get(event) ?? (mayDecide.test(event) ? "unknown" : "other");
  const refuse = (text: string): HookProblem => ({ ...problem(text), event });
  if (kind === "unknown") return refuse(`The event '${shown(event)}' is unknown.`);
  const session = reader.sessionOf(payload);
  if (!isWord(session)) return refuse("The payload has no session id.");
  const cwd = reader.cwdOf(payload);
  if (!isWord(cwd) || !absolute.test(cwd)) return refuse("The payload has no absolute working directory.");
  const parent = reader.parentOf?.(payload);
  if (parent !== undefined && !isWord(parent)) return refuse("The payload has an unreadable parent's id.");
  const told = { session, cwd, event, ...compact({ parent }) };
  if (kind === "call") {
    const call = reader.readCall(payload, cwd);
    if (call.kind === "problem") return { ...call, event };
    const written = readEnd === undefined ? [] : (reader.earlierCalls?.(payload, cwd, readEnd) ?? []);
    // Calls that load skills restrict the calls after them, whichever hook is first.
    const earlier = written.flatMap((one) => (one.kind === "call" && one.loads !== undefined ? [one] : []));
    return { ...told, ...call, ...(earlier.length > 0 ? { earlier } : {}) };
  }
  // A sub-agent that ends does not end the conversation it worked for.
  if (kind === "session-end" && parent !== undefined) return { ...told, kind: "other" };
  if (kind === "loaded") {
    const loaded = reader.loadedSkill?.(payload);
    return loaded === undefined ? { ...told, kind: "other" } : { ...told, kind, ...loaded };
  }
  if (kind !== "prompt" && kind !== "load") return { ...told, kind };
  const skills = reader.skillsOf(payload, cwd);
  if (!skills) return refuse("The payload has no prompt.");
  const served = reader.isOver?.(payload) ? [] : servedSkills(payload.prompt);
  const isOwn = parent !== undefined || reader.isOwnPrompt?.(payload) === true;
  return { ...told, kind: isOwn ? "load" : kind, skills, ...(served.length > 0 ? { served } : {}) };
}

/** An unknown event with such a name may be one where the agent waits for permission. */
const mayDecide = /^(?:pre|before|permission)/i;
const absolute = /^(?:\/|[a-z]:[\\/])/i;

export function problem(text: string): HookProblem {
  return { kind: "problem", problem: text };
}

/** A text short enough for a name, an id or a path. */
export function isWord(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= runtimeLimits.toolWordCharacters;
}

export function isToolName(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= policyLimits.toolNameCharacters;
}

/** Payload text in a message. */
function shown(text: string): string {
  return printable(text.slice(0, limits.detailCharacters));
}

/** A call with tool and input as in the payload. */
export type RawCall = { readonly kind: "raw"; readonly tool: string; readonly input: unknown };

/** The call in `tool_name` and `tool_input`, the fields most agents use. */
export function readRawCall(payload: JsonObject): RawCall | HookProblem {
  const { tool_name: tool, tool_input: input } = payload;
  if (!isToolName(tool)) return problem("The payload has no tool name in 'tool_name'.");
  if (input === undefined) return problem("The payload has no 'tool_input'.");
  return { kind: "raw", tool, input };
}

export function toCall(
  [first, ...others]: ReportedCall["uses"],
  about: Omit<ReportedCall, "kind" | "uses"> = {},
): ReportedCall {
  return { kind: "call", uses: [behindGateway(first), ...others.map(behindGateway)], ...about };
}

/** Rules know a tool behind our gateway by its server's name, and by the agent's name for it. */
function behindGateway(use: ToolUse): ToolUse {
  const tool = use.tool.replace(gatewayTool, "mcp__$1__$2");
  return tool === use.tool ? use : { ...use, tool, alias: use.tool };
}

const gatewayTool = /^mcp__skillwright__([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)__(.+)$/s;

/** The agent's call id, if it has one. */
export function callIdOf({ tool_use_id: call }: JsonObject): Pick<ReportedCall, "call"> {
  return isWord(call) ? { call } : {};
}

/**
 * A call of one tool, with its effect on skills: through the agent's own skill tool, in any spelling, or through our
 * server's.
 */
export function readUse(use: ToolUse, about: Pick<ReportedCall, "call"> = {}): ReportedCall | HookProblem {
  const known = canonicalTool(use.tool);
  if (known !== "Skill" && known !== "SlashCommand")
    return toCall([use], { ...about, ...serverEffect(use.tool, use.input) });
  const skill = skillNamedIn(use.input);
  if (typeof skill !== "string") return skill;
  return toCall([use], { ...about, loads: [known === "Skill" ? skill : (skill.split(/\s/)[0] ?? "")] });
}

/** The skill named in a call of an agent's own skill tool; a problem if no known field names one. */
function skillNamedIn(input: unknown): string | HookProblem {
  const named = isJsonObject(input) ? skillFields.map((field) => input[field]) : [];
  const names = named.filter((name) => name !== undefined);
  const [name] = names;
  if (names.length !== 1 || !isWord(name))
    return problem("The skill tool call does not name exactly one skill.");
  return name.trim().replace(/^[/$]/, "");
}

const skillFields = ["skill", "name", "command"] as const;

/** The effect of a server's load or deactivate tool, nothing for other tools. Only ours can leave a skill. */
export function serverEffect(
  tool: string,
  input: unknown,
): Pick<ReportedCall, "loads" | "loader" | "leaves"> {
  const name = isJsonObject(input) ? input.name : undefined;
  const [, server] = loadTool.exec(tool) ?? [];
  if (server !== undefined && isWord(name))
    return { loads: [name], loader: server === ownServer ? "own-server" : "server" };
  if (tool !== `mcp__${ownServer}__skills_deactivate`) return {};
  if (name === undefined) return { leaves: "" };
  return isWord(name) ? { leaves: name } : {};
}

/** VS Code has a single `_` between the parts. */
const loadTool = /^mcp__?(.+?)__?skills_load$/s;
/** The name our server is installed under. */
const ownServer = "skillwright";
