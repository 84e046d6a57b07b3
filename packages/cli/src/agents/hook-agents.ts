import type { JsonObject } from "@skillwright/core/text";
import { type HookAgent, type HookEventRow, homeFolder } from "./agent-settings.ts";
import { codexConsent } from "./codex-consent.ts";
import { valueAt } from "./settings-file.ts";

/** Seconds that an agent waits for an answer; the guard takes less than one. */
const waitSeconds = 10;
/** Of the end of a session, agents wait for less. */
const farewellSeconds = 3;

function seconds({ kind }: HookEventRow): number {
  return kind === "farewell" ? farewellSeconds : waitSeconds;
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
      { event: "PreToolUse", matcher: "*", kind: "call" },
      { event: "UserPromptSubmit", kind: "notice" },
      { event: "UserPromptExpansion", kind: "notice" },
      // Tells the list of a skill that the guard could not find.
      { event: "PostToolUse", matcher: "Skill", kind: "notice" },
      { event: "SessionEnd", kind: "farewell" },
    ],
    // No `args`: Cursor and Copilot read this file too, and leave them out. `onFailure` is unknown to releases before autumn 2026.
    entry: (event, command) =>
      group(event, {
        type: "command",
        command,
        timeout: seconds(event),
        ...(event.kind === "call" ? { onFailure: "block" } : {}),
      }),
    goesOnAfterFailure: true,
    stopsAfterFailure: false,
    isOff: (settings) => valueAt(settings, ["disableAllHooks"]) === true,
    switches: (here) => [
      `${homeFolder(here, ".claude", "CLAUDE_CONFIG_DIR")}/settings.json`,
      `${here.project}/.claude/settings.json`,
      `${here.project}/.claude/settings.local.json`,
    ],
    // It runs hooks in whatever folder it has gone to.
    projectFolder: '"$CLAUDE_PROJECT_DIR"',
    next: {
      project: "Hooks run once the folder is trusted, which Claude Code asks when it starts.",
      user: "Sessions that are open pick it up by themselves; `/hooks` shows it.",
    },
    limits:
      "files that the user mentions with @, and commands in a skill's text, have no hook; releases before autumn 2026 go on when one takes too long.",
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
      { event: "PreToolUse", matcher: "*", kind: "call" },
      { event: "UserPromptSubmit", kind: "notice" },
      { event: "SessionEnd", kind: "farewell" },
    ],
    entry: (event, command) => group(event, { type: "command", command, timeout: seconds(event) }),
    goesOnAfterFailure: true,
    stopsAfterFailure: false,
    isOff: () => false,
    switches: () => [],
    consent: codexConsent,
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
      { event: "BeforeTool", matcher: "*", kind: "call" },
      { event: "BeforeAgent", kind: "notice" },
      { event: "AfterAgent", kind: "farewell" },
      { event: "SessionEnd", kind: "farewell" },
    ],
    // Milliseconds here.
    entry: (event, command) =>
      group(event, { name: "skillwright", type: "command", command, timeout: seconds(event) * 1000 }),
    goesOnAfterFailure: true,
    // Any code from 2 up, with words, counts as a refusal, also to hear a prompt.
    stopsAfterFailure: true,
    isOff: (settings) => {
      const disabled = valueAt(settings, ["hooksConfig", "disabled"]);
      const isDisabled = Array.isArray(disabled) && disabled.includes("skillwright");
      return isDisabled || valueAt(settings, ["hooksConfig", "enabled"]) === false;
    },
    switches: (here) => [
      `${here.environment.GEMINI_CLI_HOME || here.place.home}/.gemini/settings.json`,
      `${here.project}/.gemini/settings.json`,
    ],
    // Put in with its quotes before the shell sees it.
    projectFolder: "$GEMINI_PROJECT_DIR",
    next: {
      project: "Hooks run once the folder is trusted; restart Gemini CLI.",
      user: "Restart Gemini CLI. In folders that are not trusted it runs no hooks, not even these.",
    },
    limits:
      "files mentioned with @ and the user's own `!` commands have no hook; one that takes too long is waited for, and then the call passes.",
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
      { event: "preToolUse", matcher: "^(?!MCP:)", kind: "call" },
      { event: "beforeMCPExecution", kind: "call" },
      { event: "beforeSubmitPrompt", kind: "notice" },
      { event: "sessionEnd", kind: "farewell" },
    ],
    entry: (event, command) => ({
      command,
      ...(event.matcher === undefined ? {} : { matcher: event.matcher }),
      timeout: seconds(event),
      ...(event.kind === "call" ? { failClosed: true } : {}),
    }),
    goesOnAfterFailure: false,
    stopsAfterFailure: false,
    isOff: () => false,
    switches: () => [],
    projectFolder: ".",
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
      { event: "preToolUse", kind: "call" },
      { event: "userPromptSubmitted", kind: "notice" },
      { event: "sessionEnd", kind: "farewell" },
    ],
    entry: (event, command) => ({ type: "command", command, timeoutSec: seconds(event) }),
    goesOnAfterFailure: false,
    stopsAfterFailure: false,
    isOff: (settings) => valueAt(settings, ["disableAllHooks"]) === true,
    switches: () => [],
    projectFolder: ".",
    next: {
      project:
        "Hooks run once the folder is trusted; `copilot -p` skips them silently elsewhere, unless GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS=true is set. The cloud agent runs them too: put skillwright on PATH in its setup steps, else it is refused every call.",
      user: "Restart Copilot CLI.",
    },
    limits: "a hook that takes too long lets the call pass.",
  },
];
