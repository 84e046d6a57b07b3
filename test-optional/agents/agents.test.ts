import { expect, test } from "vitest";
import { agents, type RealAgent } from "./agents.ts";
import { openStage, type Stage, versionOf } from "./run-agent.ts";
import type { Script } from "./scripted-model.ts";

const runs = Number(process.env.RUNS ?? 4);
const chosen = agents.filter(({ id }) => (process.env.AGENT ?? id).split(",").includes(id));

/** Lets an agent do a script several times. Answers which of the files its calls made, each time. */
async function repeat(
  agent: RealAgent,
  script: (stage: Stage) => Script,
  { files, ...options }: { files: readonly string[]; withServer?: boolean; prompt?: string },
): Promise<readonly string[][]> {
  const made: string[][] = [];
  for (let run = 0; run < runs; run += 1) {
    const stage = openStage(agent, options);
    await stage.run(options.prompt ?? "Go.", script(stage));
    made.push(files.filter((file) => stage.made(file)));
  }
  return made;
}

function always(...files: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: runs }, () => files);
}

for (const agent of chosen) {
  const { shell, write, load, loadFromServer, start } = agent.calls;
  const touch = (file: string) => shell(`touch ${file}`);
  const name = `${agent.id} ${versionOf(agent)}`;

  test(`${name}: without a skill everything runs`, async () => {
    const main = [[touch("ran"), write("wrote")]];
    expect(await repeat(agent, () => ({ main }), { files: ["ran", "wrote"] })).toEqual(
      always("ran", "wrote"),
    );
  });

  test(`${name}: a skill restricts the messages after it`, async () => {
    const main = [[load("reader")], [touch("ran"), write("wrote")]];
    expect(await repeat(agent, () => ({ main }), { files: ["ran", "wrote"] })).toEqual(always());
  });

  test(`${name}: [Skill, Shell] in one message`, async () => {
    const main = [[load("reader"), touch("ran")]];
    expect(await repeat(agent, () => ({ main }), { files: ["ran"] })).toEqual(always());
  });

  test(`${name}: [Shell, Skill, Shell, Write] in one message`, async () => {
    const main = [[touch("before"), load("reader"), touch("ran"), write("wrote")]];
    const files = ["before", "ran", "wrote"];
    expect(await repeat(agent, () => ({ main }), { files })).toEqual(always("before"));
  });

  test(`${name}: [Skill, sub-agent] in one message`, async () => {
    const script = { main: [[load("reader"), start("helper")]], helper: [[touch("ran")]] };
    expect(await repeat(agent, () => script, { files: ["ran"] })).toEqual(always());
  });

  test(`${name}: [MCP skills_load, Shell] in one message`, async () => {
    const main = [[loadFromServer("reader"), touch("ran")]];
    expect(await repeat(agent, () => ({ main }), { files: ["ran"], withServer: true })).toEqual(always());
  });

  test(`${name}: a sub-agent under an active skill`, async () => {
    const script = { main: [[load("chief")], [start("helper")]], helper: [[touch("ran")], [write("wrote")]] };
    expect(await repeat(agent, () => script, { files: ["ran", "wrote"] })).toEqual(always());
  });

  test(`${name}: a skill that a sub-agent loads holds the main agent afterwards`, async () => {
    const script = {
      main: [[start("helper")], [touch("after")]],
      helper: [[touch("before")], [load("reader")], [touch("ran")]],
    };
    const files = ["before", "ran", "after"];
    expect(await repeat(agent, () => script, { files })).toEqual(always("before"));
  });

  test(`${name}: a skill that the user starts by its name, with guard and MCP server`, async () => {
    const prompt = agent.id === "codex" ? "$reader now" : "/reader now";
    const main = [[touch("ran")], [write("wrote")]];
    const files = ["ran", "wrote"];
    expect(await repeat(agent, () => ({ main }), { files, withServer: true, prompt })).toEqual(always());
  });
}
