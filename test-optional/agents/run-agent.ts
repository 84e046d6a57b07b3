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
import { setTimeout as pause } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { spawn as openTerminal } from "@lydell/node-pty";
import { onTestFinished } from "vitest";
import type { RealAgent, Resumed, Step } from "./agents.ts";
import { type Script, startScriptedModel } from "./scripted-model.ts";

export type Stage = {
  readonly home: string;
  readonly workspace: string;
  /** Lets the agent answer one prompt with a scripted model; what it printed. */
  run(prompt: string, script: Script, resumed?: Resumed): Promise<string>;
  /** Adds a skill whose description is the text of `NAME.md`. A folder of the user starts with `~/`. */
  addSkill(folder: string, name: string): void;
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
  /** Types the prompt, `/skill words`, at a terminal. */
  readonly atTerminal?: boolean;
};

/** A home with the agent and the guard, and a workspace with skills and files to read. */
export function openStage(agent: RealAgent, options: StageOptions = {}): Stage {
  const { withServer = false, ofUser = false, atTerminal = false, lifetime } = options;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `skillwright-${agent.id}-`)));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // Agents search the folders above a workspace, so the home folder is beside it.
  const [home, workspace] = [join(folder, "home"), join(folder, "workspace")];
  for (const path of [home, workspace]) mkdirSync(path);
  const { skills: ofProject, userSkills = ofProject } = agent;
  const skills = ofUser ? join(home, userSkills) : join(workspace, ofProject);
  for (const [name, tools] of Object.entries(lists)) writeSkill(skills, name, { tools });
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
    addSkill: (path, name) => {
      const root = path.startsWith("~/") ? join(home, path.slice(2)) : join(workspace, path);
      writeSkill(root, name, { about: textOf(`${name}.md`), tools: "Read" });
    },
    happened: (things) => things.filter(hasHappened),
    log: () => skillwright("audit", "list", "--json"),
    run: async (prompt, script, resumed) => {
      const model = await startScriptedModel(script);
      const place = { home, workspace, url: model.url };
      agent.prepare(place);
      try {
        const started = { prompt, resumed, workspace, env: { ...env, ...agent.env(place) } };
        return await (atTerminal ? startAtTerminal(agent, started, model.ended) : start(agent, started));
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

const description = "Reads the notes.";

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

type SkillFields = { readonly tools: string; readonly about?: string };

function writeSkill(skills: string, name: string, { tools, about = description }: SkillFields): void {
  mkdirSync(join(skills, name), { recursive: true });
  const text = `---\nname: ${name}\ndescription: ${about}\nallowed-tools: ${tools}\n---\n${textOf(`${name}.md`)}\n`;
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

/** Types `/skill words` as a person does, and hangs up when the model has ended its turn. */
async function startAtTerminal(
  { program, terminal }: RealAgent,
  { prompt, workspace, env }: Start,
  ended: Promise<void>,
): Promise<string> {
  if (terminal === undefined) throw new Error(`${program} has no terminal`);
  const path = join(import.meta.dirname, "node_modules", ".bin", program);
  const screen = openTerminal(path, [...terminal.args], {
    ...{ cols: 120, rows: 40, cwd: workspace, env: { ...env, TERM: "xterm-256color" } },
  });
  let output = "";
  screen.onData((piece) => (output += piece));
  const exited = new Promise<void>((resolve) => screen.onExit(() => resolve()));
  const [command = "", words = ""] = prompt.split(" ");
  const steps: readonly Step[] = [
    ...terminal.opening,
    [terminal.ready, command],
    // The list of commands, which agents read after they have started.
    [description, ` ${words}`],
    [words, "\r"],
  ];
  const until = Date.now() + 60_000;
  let from = 0;
  for (const [shown, typed] of steps) {
    while (!seenIn(output.slice(from)).includes(seenIn(shown)) && Date.now() < until) await pause(50);
    // Agents take keys that follow at once for pasted text.
    await pause(500);
    from = output.length;
    screen.write(typed);
  }
  await Promise.race([ended, exited, pause(Math.max(0, until - Date.now()))]);
  screen.kill();
  await exited;
  return output;
}

/** What a terminal shows, without spaces, which it may show by moving its cursor. */
function seenIn(output: string): string {
  return stripVTControlCharacters(output).replace(/\s/g, "");
}
