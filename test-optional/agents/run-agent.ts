import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { RealAgent, Resumed } from "./agents.ts";
import { type Script, startScriptedModel } from "./scripted-model.ts";

export type Stage = {
  readonly home: string;
  readonly workspace: string;
  /** Lets the agent answer one prompt with a scripted model; what it printed. */
  run(prompt: string, script: Script, resumed?: Resumed): Promise<string>;
  /** What happened of these: a file was made, a file's text reached the model, a sub-agent was started. */
  happened(things: readonly string[]): string[];
  /** What the guard recorded. */
  log(): string;
};

export type StageOptions = {
  /** The user's own skills instead of the project's. */
  readonly ofUser?: boolean;
  readonly lifetime?: "session";
  /** Installs our MCP server beside the guard. */
  readonly withServer?: boolean;
};

/** A home with the agent and the guard, and a workspace with skills and files to read. */
export function openStage(agent: RealAgent, options: StageOptions = {}): Stage {
  const { withServer = false, ofUser = false, lifetime } = options;
  const home = realpathSync(mkdtempSync(join(tmpdir(), `skillwright-${agent.id}-`)));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  const workspace = join(home, "workspace");
  mkdirSync(workspace);
  const skills = join(ofUser ? home : workspace, agent.skills);
  for (const [name, tools] of Object.entries(lists)) writeSkill(skills, name, tools);
  for (const file of ["one.md", "two.md"]) writeFileSync(join(workspace, file), textOf(file));
  const env = { PATH: process.env.PATH ?? "", HOME: home, TERM: "dumb", USER: "tester" };
  const skillwright = (...args: readonly string[]): string => {
    const run = spawnSync(process.execPath, [program, ...args], { cwd: workspace, env, encoding: "utf8" });
    if (run.status !== 0) throw new Error(`skillwright ${args.join(" ")}: ${run.stdout}${run.stderr}`);
    return run.stdout;
  };
  const lasting = lifetime === undefined ? [] : ["--lifetime", lifetime];
  skillwright("guard", "install", "--agent", agent.id, ...lasting);
  if (withServer) skillwright("mcp", "install", "--agent", agent.id);
  const requests: string[] = [];
  const subagents = new Set<string>();
  const hasHappened = (thing: string): boolean =>
    thing.endsWith(".md")
      ? requests.some((request) => request.includes(textOf(thing)))
      : subagents.has(thing) || existsSync(join(workspace, thing));
  return {
    ...{ home, workspace },
    happened: (things) => things.filter(hasHappened),
    log: () => skillwright("audit", "list", "--json"),
    run: async (prompt, script, resumed) => {
      const model = await startScriptedModel(script);
      const place = { home, workspace, url: model.url };
      agent.prepare(place);
      try {
        return await start(agent, { prompt, resumed, workspace, env: { ...env, ...agent.env(place) } });
      } finally {
        requests.push(...model.requests);
        for (const subagent of model.subagents) subagents.add(subagent);
        await model.close();
      }
    },
  };
}

/** The skills, and the tools they allow. */
const lists = {
  reader: "Read",
  lister: "Glob",
  chief: "Bash(sleep:*) Task Agent invoke_agent spawn_agent multi_agent_v1__spawn_agent",
};

function textOf(file: string): string {
  return `This is what ${file} says.`;
}

/** The version that is installed. */
export function versionOf(agent: RealAgent): string {
  const file = join(import.meta.dirname, "node_modules", agent.package, "package.json");
  return JSON.parse(readFileSync(file, "utf8")).version;
}

/** Another build shows what a change of the guard is good for. */
const program =
  process.env.SKILLWRIGHT_PROGRAM ?? join(import.meta.dirname, "../../packages/cli/bin/skillwright.mjs");

function writeSkill(skills: string, name: string, tools: string): void {
  mkdirSync(join(skills, name), { recursive: true });
  const text = `---\nname: ${name}\ndescription: Reads the notes.\nallowed-tools: ${tools}\n---\n${textOf(`${name}.md`)}\n`;
  writeFileSync(join(skills, name, "SKILL.md"), text);
}

type Start = {
  readonly prompt: string;
  readonly resumed: Resumed | undefined;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
};

function start(agent: RealAgent, { prompt, resumed, workspace, env }: Start): Promise<string> {
  const path = join(import.meta.dirname, "node_modules", ".bin", agent.program);
  const child = spawn(path, agent.args(prompt, resumed), {
    ...{ cwd: workspace, env, timeout: 90_000 },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (output += piece));
  return new Promise((resolve) => child.on("close", () => resolve(output)));
}
