import type { JsonObject } from "@skillwright/core";
import { type HookAgent, type HookEventRow, homeFolder } from "./agent-settings.ts";
import { valueAt } from "./settings-file.ts";

/** Seconds that an agent waits for an answer; the guard takes less than one. */
const waitSeconds = 10;
/** Of the end of a session, agents wait for less. */
const farewellSeconds = 3;

function seconds({ decides }: HookEventRow): number {
  return decides ? waitSeconds : farewellSeconds;
}

/** Claude Code's form, which others have taken over: groups of commands, each group for some tools. */
function group({ matcher }: HookEventRow, hook: JsonObject): JsonObject {
  return { ...(matcher === undefined ? {} : { matcher }), hooks: [hook] };
}

/**
 * Every agent whose hooks can be answered. Sources: Claude Code 2.1.325, Codex 0.166 and Gemini CLI 0.61 as they were run or
 * read, Cursor's SDK 1.0.32 and documents, Copilot CLI 1.0.102 and its reference of hooks.
 */
export const hookAgents: readonly HookAgent[] = [
  {
    id: "claude-code",
    name: "Claude Code",
    files: {
      project: ({ project }) => [`${project}/.claude/settings.json`],
      user: (here) => [`${homeFolder(here, ".claude", "CLAUDE_CONFIG_DIR")}/settings.json`],
    },
    frame: {},
    events: [
      { event: "PreToolUse", matcher: "*", decides: true },
      { event: "UserPromptSubmit", decides: true },
      { event: "UserPromptExpansion", decides: true },
      { event: "SessionEnd", decides: false },
    ],
    // No `args`: Cursor and Copilot read this file too, and leave them out. `onFailure` is unknown to releases before autumn 2026.
    entry: (event, command) =>
      group(event, {
        type: "command",
        command,
        timeout: seconds(event),
        ...(event.decides ? { onFailure: "block" } : {}),
      }),
    goesOnAfterFailure: true,
    isOff: (settings) => valueAt(settings, ["disableAllHooks"]) === true,
    next: {
      project: "Hooks run once the folder is trusted, which Claude Code asks when it starts.",
      user: "Sessions that are open pick it up by themselves; `/hooks` shows it.",
    },
    limits: "files that the user mentions with @ are read without a hook.",
  },
  {
    id: "codex",
    name: "Codex",
    files: {
      project: ({ project }) => [`${project}/.codex/hooks.json`],
      user: (here) => [`${homeFolder(here, ".codex", "CODEX_HOME")}/hooks.json`],
    },
    frame: {},
    events: [
      { event: "PreToolUse", matcher: "*", decides: true },
      { event: "UserPromptSubmit", decides: true },
      { event: "SessionEnd", decides: false },
    ],
    entry: (event, command) => group(event, { type: "command", command, timeout: seconds(event) }),
    goesOnAfterFailure: true,
    isOff: () => false,
    next: {
      project:
        "Codex skips hooks silently until they are trusted: trust the project, then start `codex`, enter `/hooks` and trust these.",
      user: "Codex skips hooks silently until they are trusted: start `codex`, enter `/hooks` and trust these.",
    },
    limits:
      "input to a running program and web search have no hook; one that takes too long lets the call pass.",
  },
  {
    id: "gemini-cli",
    name: "Gemini CLI",
    files: {
      project: ({ project }) => [`${project}/.gemini/settings.json`],
      user: ({ place, environment }) => [
        `${environment.GEMINI_CLI_HOME || place.home}/.gemini/settings.json`,
      ],
    },
    frame: {},
    events: [
      { event: "BeforeTool", matcher: "*", decides: true },
      { event: "BeforeAgent", decides: true },
      { event: "AfterAgent", decides: false },
      { event: "SessionEnd", decides: false },
    ],
    // Milliseconds here.
    entry: (event, command) =>
      group(event, { name: "skillwright", type: "command", command, timeout: seconds(event) * 1000 }),
    goesOnAfterFailure: true,
    isOff: (settings) => {
      const disabled = valueAt(settings, ["hooksConfig", "disabled"]);
      const isDisabled = Array.isArray(disabled) && disabled.includes("skillwright");
      return isDisabled || valueAt(settings, ["hooksConfig", "enabled"]) === false;
    },
    next: {
      project: "Hooks run once the folder is trusted; restart Gemini CLI.",
      user: "Restart Gemini CLI. In folders that are not trusted it runs no hooks, not even these.",
    },
    limits:
      "files mentioned with @ and the user's own `!` commands have no hook; one that takes too long lets the call pass.",
  },
  {
    id: "cursor",
    name: "Cursor",
    files: {
      project: ({ project }) => [`${project}/.cursor/hooks.json`],
      user: ({ place }) => [`${place.home}/.cursor/hooks.json`],
    },
    frame: { version: 1 },
    // Calls of MCP tools come twice, the first time without their server, which no list could let pass.
    events: [
      { event: "preToolUse", matcher: "^(?!MCP:)", decides: true },
      { event: "beforeMCPExecution", decides: true },
      { event: "beforeSubmitPrompt", decides: true },
      { event: "sessionEnd", decides: false },
    ],
    entry: (event, command) => ({
      command,
      ...(event.matcher === undefined ? {} : { matcher: event.matcher }),
      timeout: seconds(event),
      ...(event.decides ? { failClosed: true } : {}),
    }),
    goesOnAfterFailure: false,
    isOff: () => false,
    next: {
      project: "Hooks run once the workspace is trusted; Settings, Hooks shows them.",
      user: "Cursor picks it up by itself; Settings, Hooks shows it.",
    },
    limits: "it cannot ask, so what a person would have to approve is refused.",
  },
  {
    id: "copilot",
    name: "GitHub Copilot CLI",
    files: {
      project: ({ project }) => [`${project}/.github/hooks/skillwright.json`],
      user: (here) => [`${homeFolder(here, ".copilot", "COPILOT_HOME")}/hooks/skillwright.json`],
    },
    frame: { version: 1 },
    events: [
      { event: "preToolUse", decides: true },
      { event: "userPromptSubmitted", decides: true },
      { event: "sessionEnd", decides: false },
    ],
    entry: (event, command) => ({ type: "command", command, timeoutSec: seconds(event) }),
    goesOnAfterFailure: false,
    isOff: (settings) => valueAt(settings, ["disableAllHooks"]) === true,
    next: {
      project:
        "Hooks run once the folder is trusted. The cloud agent runs them too: install skillwright in its setup steps, else it is refused every call.",
      user: "Restart Copilot CLI.",
    },
    limits: "a hook that takes too long lets the call pass.",
  },
];
