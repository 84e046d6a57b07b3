import { join } from "node:path";
import type { AgentModel } from "@skillwright/runtime/agent";
import { expect, onTestFinished, test } from "vitest";
import { createSuite, testHost } from "../testing/test-suite.ts";
import { prepareSkills, type SkillSet, type SkillSource } from "../trials/prepare-skills.ts";
import { runTrial } from "../trials/run-trial.ts";
import type { Trial } from "../trials/trial.ts";
import { createRecordingModel } from "./create-recording-model.ts";
import { createReplayModel, type ReplayOptions } from "./create-replay-model.ts";
import { createTurnModel, type TurnRequest } from "./create-turn-model.ts";
import { trialPlaces } from "./place-names.ts";
import { type Recording, readRecording, toRecordingText } from "./recording.ts";
import { createActor, withoutChance } from "./test-turns.ts";

const csvCheck = join(import.meta.dirname, "../../../../examples/skills/csv-check");

const checker = () =>
  createActor([
    () => ({ text: "I load it.", calls: [{ tool: "skills_load", input: { name: "csv-check" } }] }),
    (folder) => ({
      calls: [
        {
          tool: "skills_run_script",
          input: {
            name: "csv-check",
            script: "scripts/check_csv.py",
            args: [`${folder}/orders.csv`],
          },
        },
        { tool: "read", input: { path: "orders.csv" } },
      ],
    }),
    (folder) => ({
      calls: [
        {
          tool: "write",
          input: { path: `${folder}/report.md`, content: `It is in ${folder}; not in \${TRIAL}.\n` },
        },
      ],
      usage: { inputTokens: 30, cachedInputTokens: 20, outputTokens: 4 },
    }),
    (folder) => ({ text: `See ${folder}/report.md.`, calls: [] }),
  ]);

test("a trial with a real skill is the same when it is replayed in another folder", async () => {
  const first = await openSkills({ directory: csvCheck });
  const { model, recording } = createRecordingModel(checker(), optionsOf(first));
  const recorded = await check(first, model);
  expect(recorded).toMatchObject({ status: "finished", files: { created: ["report.md"] } });
  const script = recorded.events.find(
    (event) => event.type === "answered" && event.tool === "skills_run_script",
  );
  expect(script).toMatchObject({ ok: true, output: expect.stringContaining("ragged-row") });
  const text = toRecordingText(recording());
  const second = await openSkills({ directory: csvCheck });
  const replayed = await check(second, createReplayModel(readBack(text), optionsOf(second)));
  expect(withoutChance(replayed, trialPlaces(second))).toEqual(withoutChance(recorded, trialPlaces(first)));
  expect(replayed.files.texts[0]?.text).toMatch(/^It is in \/\S+\/work; not in \$\{TRIAL\}\.\n$/);
  expect(replayed.answer).not.toBe(recorded.answer);
});

test("a recording contains no path of the machine, and keeps text that looks like a placeholder", async () => {
  const skills = await openSkills({ directory: csvCheck });
  const { model, recording } = createRecordingModel(checker(), optionsOf(skills));
  await check(skills, model);
  const text = toRecordingText(recording());
  expect(text).not.toMatch(/skillwright-(?:trial|skills)-/);
  expect(text).toContain(`\${TRIAL}/work/report.md`);
  expect(text).toContain(`\${=TRIAL}`);
});

test("a changed skill gets no answers", async () => {
  const recording = await record({ directory: createSuite({}).directory });
  const changed = await openSkills({ directory: createSuite({ "references/new.md": "New." }).directory });
  const trial = await greet(changed, createReplayModel(recording, optionsOf(changed)));
  expect(trial).toMatchObject({
    status: "failed",
    steps: 0,
    fault: expect.stringMatching(/^The skills have changed/),
  });
});

test("an unrecorded request fails, and explains how it differs from the nearest one and what to do", async () => {
  const source = { directory: createSuite({}).directory };
  const recording = await record(source);
  const skills = await openSkills(source);
  const model = createReplayModel(recording, { ...optionsOf(skills), advice: "Say it again." });
  const { fault } = await greet(skills, model, "Greet Ben.");
  expect(fault).toBe(
    'The recording has no answer: the last message has "user: Greet Ben." where "user: Greet Ann." was recorded. Say it again.',
  );
});

test("sub-agents that work at the same time each get their own answers", async () => {
  const source = {
    directory: createSuite({
      "SKILL.md": "---\nname: tried\ndescription: Is tried.\ncontext: fork\n---\nLook into $ARGUMENTS.\n",
    }).directory,
  };
  const first = await openSkills(source);
  const { model, recording } = createRecordingModel(createLead(), optionsOf(first));
  const recorded = await greet(first, model);
  expect(recorded).toMatchObject({ status: "finished", answer: "the moon is far; the sun is hot" });
  const second = await openSkills(source);
  const shuffled = { ...recording(), exchanges: recording().exchanges.toReversed() };
  const replayed = await greet(second, createReplayModel(shuffled, optionsOf(second)));
  expect(replayed.answer).toBe(recorded.answer);
  expect(replayed.usage).toEqual(recorded.usage);
});

/** Starts two sub-agents at once, and reports their answers. */
function createLead(): AgentModel {
  const facts = { moon: "the moon is far", sun: "the sun is hot" };
  return createTurnModel(async ({ prompt }: TurnRequest) => {
    const text = JSON.stringify(prompt);
    const about = /Look into the (moon|sun)\./.exec(text)?.[1];
    if (about === "moon" || about === "sun")
      return text.includes('"role":"tool"')
        ? { text: facts[about], calls: [] }
        : { calls: [{ tool: "skills_list", input: {} }] };
    const known = Object.values(facts).filter((fact) => text.includes(fact));
    if (known.length === 2) return { text: known.join("; "), calls: [] };
    return {
      calls: ["the moon", "the sun"].map((args) => ({ tool: "Skill", input: { skill: "tried", args } })),
    };
  });
}

async function openSkills(source: SkillSource): Promise<SkillSet> {
  const skills = await prepareSkills([source], testHost);
  onTestFinished(() => skills.remove());
  return skills;
}

function optionsOf(skills: SkillSet): ReplayOptions {
  return { places: trialPlaces(skills), skills: skills.digests };
}

function readBack(text: string): Recording {
  const read = readRecording(text, "recording.json");
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

function check(skills: SkillSet, model: AgentModel): Promise<Trial> {
  const files = [{ from: join(csvCheck, "tests/fixtures/dirty.csv"), to: "orders.csv" }];
  return runTrial({ task: "Check orders.csv.", skills, files, timeoutMs: 30_000 }, { ...testHost, model });
}

async function record(source: SkillSource): Promise<Recording> {
  const skills = await openSkills(source);
  const actor = createActor([() => ({ text: "Hello, Ann.", calls: [] })]);
  const { model, recording } = createRecordingModel(actor, optionsOf(skills));
  await greet(skills, model);
  return recording();
}

function greet(skills: SkillSet, model: AgentModel, task = "Greet Ann."): Promise<Trial> {
  return runTrial({ task, skills, files: [], timeoutMs: 30_000 }, { ...testHost, model });
}
