import type { JsonObject } from "@skillwright/core";
import type { AgentDialect } from "../agent-dialect.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { cursor } from "./cursor.ts";
import { geminiCli } from "./gemini-cli.ts";

/** Every agent whose hooks can be answered. At most one of them recognises a payload. */
export const dialects: readonly AgentDialect[] = [claudeCode, codex, geminiCli, cursor, copilot];

/** The dialect of an agent by its name, undefined for one that is not known. */
export function findDialect(agent: string): AgentDialect | undefined {
  return dialects.find((dialect) => dialect.agent === agent);
}

/** Whose payload it is, by what only that agent writes; undefined when nobody's. */
export function recogniseDialect(payload: JsonObject): AgentDialect | undefined {
  return dialects.find((dialect) => dialect.recognises(payload));
}

/**
 * Who reads and answers a payload. Cursor, Copilot and VS Code run the hooks in Claude Code's settings as well, so what the
 * payload shows counts more than the agent that the hook was installed for; undefined when neither tells.
 */
export function chooseDialect(agent: string | undefined, payload: JsonObject): AgentDialect | undefined {
  return recogniseDialect(payload) ?? (agent === undefined ? undefined : findDialect(agent));
}
