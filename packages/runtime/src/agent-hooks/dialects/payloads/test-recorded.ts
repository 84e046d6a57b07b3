import type { AgentName } from "../../agent-dialect.ts";
import { claudeCodePayloads } from "./test-claude-code.ts";
import { codexPayloads } from "./test-codex.ts";
import { copilotPayloads } from "./test-copilot.ts";
import { cursorPayloads } from "./test-cursor.ts";
import { geminiCliPayloads } from "./test-gemini-cli.ts";
import { opencodePayloads } from "./test-opencode.ts";
import type { Recorded } from "./test-payload.ts";
import { qwenCodePayloads } from "./test-qwen-code.ts";

export const recorded: Readonly<Record<AgentName, readonly Recorded[]>> = {
  "claude-code": claudeCodePayloads,
  codex: codexPayloads,
  "gemini-cli": geminiCliPayloads,
  cursor: cursorPayloads,
  copilot: copilotPayloads,
  "qwen-code": qwenCodePayloads,
  opencode: opencodePayloads,
};
