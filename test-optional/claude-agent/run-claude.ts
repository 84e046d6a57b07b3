import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSdkMcpServer, type Options, query, type SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";
import type { AuditEvent } from "@skillwright/core/audit";
import { openCatalog } from "@skillwright/core/node";
import { tokenizeTools } from "@skillwright/core/parse";
import { hooks, serverName, skillTools } from "@skillwright/runtime/claude-agent";
import { onTestFinished } from "vitest";
import { createSession } from "../../packages/runtime/src/session/create-session.ts";
import type { Session } from "../../packages/runtime/src/session/session.ts";
import { startScriptedApi, type Turns } from "./scripted-api.ts";

export type Stage = {
  readonly session: Session;
  readonly workspace: string;
  readonly home: string;
  /** What was recorded about calls and skills. */
  readonly events: AuditEvent[];
  /** Whether the tool that was to make this file has run. */
  made(file: string): boolean;
};

/**
 * A workspace with the skills `reader`, which allows `Read` and nothing else, `chief`, which allows only subagents, and
 * `stray`, which the session does not know.
 */
export function openStage(): Stage {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-claude-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const workspace = join(home, "workspace");
  const skills = join(workspace, ".claude", "skills");
  writeSkill(skills, "reader", "Read");
  writeSkill(skills, "chief", "Task");
  writeSkill(skills, "stray", "Read");
  writeFileSync(join(workspace, "notes.md"), "the notes");
  const session = createSession({
    catalog: openCatalog({ roots: [join(skills, "reader"), join(skills, "chief")] }),
    workspace,
    policy: {
      layer: { kind: "user", name: "user", ask: tokenizeTools("Bash(touch asked*)") },
    },
  });
  onTestFinished(() => session.close());
  const events: AuditEvent[] = [];
  session.events.subscribe((event) => events.push(event));
  return { session, workspace, home, events, made: (file) => existsSync(join(workspace, file)) };
}

function writeSkill(skills: string, name: string, tools: string): void {
  mkdirSync(join(skills, name), { recursive: true });
  const text = `---\nname: ${name}\ndescription: Reads the notes.\nallowed-tools: ${tools}\n---\nRead the notes.\n`;
  writeFileSync(join(skills, name, "SKILL.md"), text);
}

export type Conversation = {
  readonly turns: Turns;
  readonly subagent?: Turns;
  /** What the user says; the next message goes out once the model has ended its turn. */
  readonly prompts?: readonly string[];
  readonly options?: Options;
};

/** Lets the real Claude Code work with a scripted model. Answers the text that the model got for each call. */
export async function runClaude(stage: Stage, conversation: Conversation): Promise<Record<string, string>> {
  const { turns, subagent, prompts = ["Go."], options = {} } = conversation;
  const api = await startScriptedApi(turns, subagent);
  const turn = createSignal();
  try {
    const run = query({
      prompt: speak(prompts, turn),
      options: { ...(await createOptions(stage, api.url)), ...options },
    });
    for await (const message of run) if (message.type === "result") turn.next();
  } finally {
    await api.close();
  }
  return api.results();
}

/** Options for a run against the scripted API, with the stage's session as guard. */
export async function createOptions({ session, workspace, home }: Stage, url: string): Promise<Options> {
  return {
    cwd: workspace,
    model: "claude-sonnet-4-5",
    settingSources: ["project"],
    hooks: hooks(session),
    mcpServers: { [serverName]: createSdkMcpServer({ name: serverName, tools: await skillTools(session) }) },
    // The most permissive mode there is: what is refused here is refused by the hooks alone.
    permissionMode: "bypassPermissions",
    allowDangerouslySkipPermissions: true,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, "config"),
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      // Claude Code refuses that mode to the user root, as whom containers run tests, unless it is told so.
      IS_SANDBOX: "1",
    },
  };
}

async function* speak(prompts: readonly string[], turn: Signal): AsyncGenerator<SDKUserMessage> {
  for (const content of prompts) {
    yield { type: "user", message: { role: "user", content }, parent_tool_use_id: null, session_id: "" };
    await turn.wait();
  }
}

type Signal = { next(): void; wait(): Promise<void> };

function createSignal(): Signal {
  let { promise, resolve } = Promise.withResolvers<void>();
  return {
    next: () => {
      resolve();
      ({ promise, resolve } = Promise.withResolvers<void>());
    },
    wait: () => promise,
  };
}
