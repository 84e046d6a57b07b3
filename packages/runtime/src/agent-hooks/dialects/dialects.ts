import type { JsonObject } from "@skillwright/core/text";
import type { AgentDialect } from "../agent-dialect.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { cursor } from "./cursor.ts";
import { geminiCli } from "./gemini-cli.ts";
import { opencode } from "./opencode.ts";
import { qwenCode } from "./qwen-code.ts";

/** Every agent whose hooks we can answer. At most one of them recognizes a payload. */
export const dialects: readonly AgentDialect[] = [
  claudeCode,
  codex,
  geminiCli,
  cursor,
  copilot,
  qwenCode,
  opencode,
];

/** An agent's dialect by name, undefined for an unknown agent. */
export function findDialect(agent: string | undefined): AgentDialect | undefined {
  return dialects.find((dialect) => dialect.agent === agent);
}

/** The dialect of a payload by fields only that agent writes, undefined if none matches. */
export function recognizeDialect(payload: JsonObject): AgentDialect | undefined {
  return dialects.find((dialect) => dialect.recognizes(payload));
}

/**
 * The dialect that reads and answers a payload. Cursor, Copilot and VS Code also run the hooks in Claude Code's
 * settings, so the payload takes precedence over the agent the hook was installed for; undefined if neither tells.
 */
export function chooseDialect(agent: string | undefined, payload: JsonObject): AgentDialect | undefined {
  return recognizeDialect(payload) ?? findDialect(agent);
}
