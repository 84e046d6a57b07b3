import { isJsonObject, type JsonObject } from "@skillwright/core/text";
import type { AgentDialect, HookProblem, ReportedCall } from "../agent-dialect.ts";
import type { ReadEnd } from "../read-end.ts";
import { readPendingCalls } from "./codex-transcript.ts";
import { block, createDialect } from "./create-dialect.ts";
import { mentionedSkills } from "./prompt-skills.ts";
import { callIdOf, type EventKind, isWord, readRawCall, readUse, toCall, usualFields } from "./read-event.ts";
import { readPatch } from "./read-patch.ts";
import { skillsReadBy, skillsServedBy } from "./skill-file-reads.ts";
import type { WrittenCall } from "./transcript.ts";

const kinds: ReadonlyMap<string, EventKind> = new Map([
  ["PreToolUse", "call"],
  ["UserPromptSubmit", "prompt"],
  ["SessionEnd", "session-end"],
  // Silence leaves the question to the person Codex is about to ask.
  ["PermissionRequest", "other"],
  ["PreCompact", "other"],
  ["PreModelRequest", "other"],
]);

/** Codex 0.166. */
export const codex: AgentDialect = createDialect({
  agent: "codex",
  recognizes: (payload) =>
    typeof payload.turn_id === "string" &&
    typeof payload.session_id === "string" &&
    typeof payload.hook_event_name === "string" &&
    payload.cursor_version === undefined,
  reader: {
    ...usualFields,
    kinds,
    readCall,
    earlierCalls,
    skillsOf: ({ prompt }) => (typeof prompt === "string" ? mentionedSkills(prompt) : undefined),
    // A sub-agent's task arrives as a prompt.
    isOwnPrompt: ({ agent_id: agent }) => agent !== undefined,
  },
  words: {
    silence: "",
    // Codex treats "allow" and "ask" as errors, and ignores a hook with errors: the call would run. It runs hooks in
    // the user's shell, whose other output would break JSON, so refusals use the exit code.
    deny: block,
  },
});

function readCall(payload: JsonObject, cwd: string): ReportedCall | HookProblem {
  const raw = readRawCall(payload);
  if (raw.kind === "problem") return raw;
  return toReported(raw, callIdOf(payload), cwd);
}

function earlierCalls(
  payload: JsonObject,
  cwd: string,
  readEnd: ReadEnd,
): readonly (ReportedCall | HookProblem)[] {
  const { transcript_path: path, tool_use_id: call } = payload;
  if (!isWord(path) || !isWord(call)) return [];
  return readPendingCalls({ path, call, readEnd }).map((written) => toReported(asHooksSee(written), {}, cwd));
}

/** The shell has another name in transcripts. */
function asHooksSee({ tool, input }: WrittenCall): WrittenCall {
  if (!isShell.test(tool) || !isJsonObject(input)) return { tool, input };
  const command = input.cmd ?? input.command;
  return { tool: "Bash", input: { command: Array.isArray(command) ? command.join(" ") : command } };
}

const isShell = /^(?:exec_command|shell|shell_command|local_shell)$/;

function toReported(
  { tool, input }: WrittenCall,
  id: Pick<ReportedCall, "call">,
  cwd: string,
): ReportedCall | HookProblem {
  if (tool === "apply_patch") return toCall(readPatch(input), id);
  const command = tool === "Bash" && isJsonObject(input) ? input.command : undefined;
  if (typeof command !== "string") {
    const call = readUse({ tool, input }, id);
    return call.kind === "problem" ? call : { ...call, ...skillsServedBy(tool, input) };
  }
  const loads = skillsReadBy(command, cwd);
  // Codex applies a patch it finds in a command itself, in a folder it does not report.
  const patch = callsPatch.test(command) ? readPatch(undefined) : [];
  return toCall([{ tool, input }, ...patch], { ...id, ...(loads.length > 0 ? { loads } : {}) });
}

const callsPatch = /(?:^|[;&|(\n`'"])[^\S\n]*(?:[^\s;&|(`'"]*\/)?apply_?patch(?=\s|$)/i;
