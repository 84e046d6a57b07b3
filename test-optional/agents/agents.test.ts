import { clients } from "@skillwright/core/discover";
import { expect, test } from "vitest";
import { agents, type RealAgent } from "./agents.ts";
import { openStage, type Stage, type StageOptions, versionOf } from "./run-agent.ts";
import type { Script } from "./scripted-model.ts";

/** Races show in some runs only: raise it to be sure of a new release. */
const runs = Number(process.env.RUNS ?? 4);
const chosen = agents.filter(({ id }) => (process.env.AGENT ?? id).split(",").includes(id));

type Asked = StageOptions & {
  /** What is looked for, see `Stage.happened`. */
  readonly things: readonly string[];
  readonly prompt?: string;
};

/** Lets an agent do a script several times. Answers what happened, each time. */
async function repeat(
  agent: RealAgent,
  script: Script | ((stage: Stage) => Script),
  { things, prompt = "Go.", ...options }: Asked,
): Promise<readonly string[][]> {
  const seen: string[][] = [];
  for (let run = 0; run < runs; run += 1) {
    const stage = openStage(agent, options);
    await stage.run(prompt, typeof script === "function" ? script(stage) : script);
    seen.push(stage.happened(things));
  }
  return seen;
}

function always(...things: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: runs }, () => things);
}

/** Every agent's folders of skills, and those of projects below the home folder too, where other agents may look. */
const folders = [
  ...new Set(
    clients.flatMap(({ personal, project }) => [
      ...personal,
      ...project.flatMap((path) => [path, `~/${path}`]),
    ]),
  ),
];

for (const agent of chosen) {
  const { shell, read, write, load, loadFromServer, start } = agent.calls;
  const touch = (file: string) => shell(`touch ${file}`);
  // Codex starts hooks in any order, so a skill may be active before a call that precedes it is decided.
  const mayRefuseFirst = agent.id === "codex";
  // Some agents do not wait for their sub-agents.
  const pause = [shell("sleep 3")];
  const prompt = agent.id === "codex" ? "$reader now" : "/reader now";
  const name = `${agent.id} ${versionOf(agent)}`;

  test(`${name}: without a skill everything runs`, async () => {
    const script = ({ workspace }: Stage): Script => ({
      main: [
        [touch("ran"), write(`${workspace}/wrote`), read(`${workspace}/one.md`), start("helper")],
        pause,
      ],
      helper: [],
    });
    const things = ["ran", "wrote", "one.md", "helper"];
    expect(await repeat(agent, script, { things })).toEqual(always(...things));
  });

  test(`${name}: the guard searches every folder that it loads skills from`, async () => {
    const stage = openStage(agent);
    for (const [index, folder] of folders.entries()) stage.addSkill(folder, `skill-${index}`);
    await stage.run("Go.", { main: [] });
    const loaded = folders.filter((_, index) => stage.happened([`skill-${index}.md`]).length > 0);
    const { personal = [], project = [] } = clients.find(({ id }) => id === agent.id) ?? {};
    expect(loaded).toContain(agent.skills);
    expect([...personal, ...project]).toEqual(expect.arrayContaining(loaded));
  });

  test(`${name}: a skill restricts the messages after it`, async () => {
    const script = ({ workspace }: Stage): Script => ({
      main: [[load("reader")], [touch("ran"), write(`${workspace}/wrote`)]],
    });
    expect(await repeat(agent, script, { things: ["ran", "wrote"] })).toEqual(always());
  });

  test(`${name}: [Skill, Shell] in one message`, async () => {
    const script = { main: [[load("reader"), touch("ran")]] };
    expect(await repeat(agent, script, { things: ["ran", "reader.md"] })).toEqual(always("reader.md"));
  });

  test(`${name}: [Shell, Skill, Shell, Write] in one message`, async () => {
    const script = ({ workspace }: Stage): Script => ({
      main: [[touch("before"), load("reader"), touch("ran"), write(`${workspace}/wrote`)]],
    });
    const first = mayRefuseFirst ? [] : ["before"];
    const things = [...first, "ran", "wrote"];
    expect(await repeat(agent, script, { things })).toEqual(always(...first));
  });

  test(`${name}: [Read, Skill, Read, Sub-agent] in one message`, async () => {
    const script = ({ workspace }: Stage): Script => ({
      main: [[read(`${workspace}/one.md`), load("lister"), read(`${workspace}/two.md`), start("helper")]],
      helper: [],
    });
    const first = mayRefuseFirst ? [] : ["one.md"];
    const things = [...first, "two.md", "helper"];
    expect(await repeat(agent, script, { things })).toEqual(always(...first));
  });

  test(`${name}: [MCP skills_load, Shell] in one message`, async () => {
    const script = { main: [[loadFromServer("reader"), touch("ran")]] };
    const asked = { things: ["ran", "reader.md"], withServer: true, ofUser: true };
    expect(await repeat(agent, script, asked)).toEqual(always("reader.md"));
  });

  test(`${name}: a sub-agent under an active skill`, async () => {
    const script = { main: [[load("chief")], [start("helper")], pause], helper: [[touch("ran")]] };
    expect(await repeat(agent, script, { things: ["helper", "ran"] })).toEqual(always("helper"));
  });

  test(`${name}: a skill that a sub-agent loads holds the main agent afterwards`, async () => {
    const script = {
      main: [[start("helper")], pause, [touch("after")]],
      helper: [[touch("before")], [load("reader")], [touch("ran")]],
    };
    const things = ["before", "ran", "after"];
    expect(await repeat(agent, script, { things })).toEqual(always("before"));
  });

  test.each([
    ["with the guard", { withServer: false }],
    ["with guard and MCP server", { withServer: true }],
  ])(`${name}: a skill that the user starts by its name, %s`, async (_, options) => {
    // Gemini CLI puts its own call before the model's first message.
    const script = { main: Array(4).fill([touch("ran")]) };
    const atTerminal = agent.terminal !== undefined;
    const asked = { things: ["ran", "reader.md"], ofUser: true, atTerminal, prompt, ...options };
    expect(await repeat(agent, script, asked)).toEqual(always("reader.md"));
  });

  test.runIf(agent.terminal)(`${name}: a skill's name that it hands to the model unread`, async () => {
    const script = { main: [[touch("ran")], [touch("ran")]] };
    const asked = { things: ["ran", "reader.md"], ofUser: true, prompt };
    expect(await repeat(agent, script, asked)).toEqual(always());
  });

  test(`${name}: a resumed conversation is a new turn, and has what lasts for the session`, async () => {
    for (const [lifetime, expected] of [
      [undefined, ["ran", "again"]],
      ["session", []],
    ] as const) {
      const stage = openStage(agent, lifetime === undefined ? {} : { lifetime });
      await stage.run("Go.", { main: [[load("reader")]] });
      await stage.run("Go on.", { main: Array(6).fill([touch("ran")]) }, "resume");
      await stage.run("And on.", { main: Array(12).fill([touch("again")]) }, "resume");
      expect(stage.happened(["ran", "again"])).toEqual(expected);
    }
  });
}
