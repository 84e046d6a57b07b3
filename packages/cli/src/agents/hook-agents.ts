import type { JsonObject } from "@skillwright/core/text";
import { compact } from "@skillwright/core/text";
import type { HookAgent, HookEventRow } from "./agent-settings.ts";
import { codexConsent } from "./codex-consent.ts";
import { hookPlaces } from "./hook-places.ts";
import { opencodePlugin, opencodePluginLine } from "./opencode-plugin.ts";
import { valueAt } from "./settings-file.ts";

/** Seconds that an agent waits for an answer; the guard needs less than one. */
const waitSeconds = 10;
/** Agents allow less time at the end of a session. */
const farewellSeconds = 3;

function seconds({ kind }: HookEventRow): number {
  return kind === "farewell" ? farewellSeconds : waitSeconds;
}

/** Claude Code's format, adopted by others: groups of commands with a tool matcher each. */
function group({ matcher }: HookEventRow, hook: JsonObject): JsonObject {
  return { ...compact({ matcher }), hooks: [hook] };
}

/**
 * Agents whose hooks the guard can answer. Sources: Claude Code 2.1.325, Codex 0.166 and Gemini CLI 0.61 (run or read), Cursor's
 * SDK 1.0.32 and documentation, Copilot CLI 1.0.102 and its hooks reference, Qwen Code 0.24.4 and opencode 1.18.33 (run).
 */
export const hookAgents: readonly HookAgent[] = [
  {
    id: "claude-code",
    name: "Claude Code",
    files: hookPlaces["claude-code"].files,
    frame: {},
    events: [
      { event: "PreToolUse", matcher: "*", kind: "call" },
      { event: "UserPromptSubmit", kind: "notice" },
      { event: "UserPromptExpansion", kind: "notice" },
      // Reports the tool list of a skill that the guard could not find.
      { event: "PostToolUse", matcher: "Skill", kind: "notice" },
      { event: "SessionEnd", kind: "farewell" },
    ],
    // No `args`: Cursor and Copilot also read this file and drop them. Releases before fall 2026 ignore `onFailure`.
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
    switches: (here) => {
      const { files, others } = hookPlaces["claude-code"];
      return [...files.user(here), ...files.project(here), ...others(here)];
    },
    // Claude Code runs hooks in its current folder, which may change.
    projectFolder: '"$CLAUDE_PROJECT_DIR"',
    next: {
      project: "Hooks run once the folder is trusted; Claude Code asks when it starts.",
      user: "Open sessions pick it up automatically; `/hooks` shows it.",
    },
    limits:
      "files mentioned with @ and inline commands in a skill's text trigger no hook; releases before fall 2026 let the call run if the hook times out.",
  },
  {
    id: "codex",
    name: "Codex",
    files: hookPlaces.codex.files,
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
      "input to a running program and web search trigger no hook; if the hook times out, the call runs.",
  },
  {
    id: "gemini-cli",
    name: "Gemini CLI",
    files: hookPlaces["gemini-cli"].files,
    frame: {},
    events: [
      { event: "BeforeTool", matcher: "*", kind: "call" },
      { event: "BeforeAgent", kind: "notice" },
      { event: "AfterAgent", kind: "farewell" },
      { event: "SessionEnd", kind: "farewell" },
    ],
    // Gemini CLI counts milliseconds.
    entry: (event, command) =>
      group(event, { name: "skillwright", type: "command", command, timeout: seconds(event) * 1000 }),
    goesOnAfterFailure: true,
    // Any exit code from 2 up with a message counts as a refusal, even for a prompt event.
    stopsAfterFailure: true,
    isOff: (settings) => {
      const disabled = valueAt(settings, ["hooksConfig", "disabled"]);
      const isDisabled = Array.isArray(disabled) && disabled.includes("skillwright");
      return isDisabled || valueAt(settings, ["hooksConfig", "enabled"]) === false;
    },
    switches: (here) => {
      const { files } = hookPlaces["gemini-cli"];
      return [...files.user(here), ...files.project(here)];
    },
    // Gemini CLI substitutes this with quotes before the shell runs.
    projectFolder: "$GEMINI_PROJECT_DIR",
    next: {
      project: "Hooks run once the folder is trusted; restart Gemini CLI.",
      user: "Restart Gemini CLI. It runs no hooks in untrusted folders.",
    },
    limits:
      "files mentioned with @ and the user's own `!` commands trigger no hook; if the hook times out, the call runs.",
  },
  {
    id: "cursor",
    name: "Cursor",
    files: hookPlaces.cursor.files,
    frame: { version: 1 },
    // MCP calls arrive twice; skip the first, which lacks the server name that a list would need.
    events: [
      { event: "preToolUse", matcher: "^(?!MCP:)", kind: "call" },
      { event: "beforeMCPExecution", kind: "call" },
      { event: "beforeSubmitPrompt", kind: "notice" },
      { event: "sessionEnd", kind: "farewell" },
    ],
    entry: (event, command) => ({
      command,
      ...compact({ matcher: event.matcher }),
      timeout: seconds(event),
      ...(event.kind === "call" ? { failClosed: true } : {}),
    }),
    goesOnAfterFailure: false,
    stopsAfterFailure: false,
    isOff: () => false,
    switches: () => [],
    projectFolder: ".",
    next: {
      project: "Hooks run once the workspace is trusted; see Settings > Hooks.",
      user: "Cursor picks it up automatically; see Settings > Hooks.",
    },
    limits: "Cursor cannot ask, so calls that need approval are refused.",
  },
  {
    id: "copilot",
    name: "GitHub Copilot CLI",
    files: hookPlaces.copilot.files,
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
        "Hooks run once the folder is trusted; `copilot -p` skips them silently elsewhere, unless GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS=true is set. The cloud agent runs them too: put skillwright on PATH in its setup steps, or every call is refused.",
      user: "Restart Copilot CLI.",
    },
    limits: "if the hook times out, the call runs.",
  },
  {
    id: "qwen-code",
    name: "Qwen Code",
    files: hookPlaces["qwen-code"].files,
    frame: {},
    events: [
      { event: "PreToolUse", matcher: "*", kind: "call" },
      { event: "UserPromptSubmit", kind: "notice" },
      { event: "UserPromptExpansion", kind: "notice" },
      { event: "SessionEnd", kind: "farewell" },
    ],
    entry: (event, command) =>
      group(event, { name: "skillwright", type: "command", command, timeout: seconds(event) }),
    goesOnAfterFailure: true,
    stopsAfterFailure: false,
    isOff: (settings) => valueAt(settings, ["disableAllHooks"]) === true,
    switches: (here) => {
      const { files } = hookPlaces["qwen-code"];
      return [...files.user(here), ...files.project(here)];
    },
    projectFolder: '"$QWEN_PROJECT_DIR"',
    next: {
      project: "Hooks run once the folder is trusted; restart Qwen Code.",
      user: "Restart Qwen Code; `/hooks` shows it.",
    },
    limits:
      "files mentioned with @ and the user's own `!` commands trigger no hook; if the hook times out, the call runs. Clients that do not declare what the user typed end no turn, so a skill stays active until the session ends.",
  },
  {
    id: "opencode",
    name: "opencode",
    files: hookPlaces.opencode.files,
    plugin: { write: opencodePlugin, lineIn: opencodePluginLine },
    frame: {},
    events: [],
    entry: () => ({}),
    goesOnAfterFailure: false,
    stopsAfterFailure: false,
    isOff: () => false,
    switches: () => [],
    // Set by the plugin.
    projectFolder: '"$SKILLWRIGHT_PROJECT"',
    next: { project: "Restart opencode.", user: "Restart opencode." },
    limits:
      "files mentioned with @ and the user's own `!` commands trigger no plugin; a plugin that opencode loads later may change a call after the guard has seen it; opencode cannot ask, so calls that need approval are refused.",
  },
];
