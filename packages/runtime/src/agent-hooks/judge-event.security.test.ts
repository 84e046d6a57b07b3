import { existsSync, readdirSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import { afterAll, describe, expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { runtimeLimits } from "../limits.ts";
import { endActive, endTurn } from "./active-skills.ts";
import type { JudgeParts } from "./judge-parts.ts";
import { agentHooksLimits } from "./limits.ts";
import { createTestGuard, policyOf, removeTestGuards, skill, type TestGuard } from "./test-guard.ts";

afterAll(removeTestGuards);

const none = { effect: "none" };
const denied = expect.objectContaining({ effect: "deny" });
const skills = { a: [skill("a", "Read")], b: [skill("b", "Write")] };

const load = (...names: readonly string[]) => ({ kind: "load", skills: names }) as never;
const serve = (...served: readonly string[]) => ({ kind: "load", skills: [], served }) as never;
const reported = (name: string, tools?: readonly string[]) =>
  ({ kind: "loaded", skill: name, ...(tools === undefined ? {} : { tools }) }) as never;
const sessionEnd = { kind: "session-end" } as never;

/** The recorded events on skills: which skill, and how it started or why it ended. */
function skillFacts({ events }: TestGuard): readonly string[] {
  return events.flatMap((event) => {
    if (event.event === "skill-activating") return [`activating ${event.skill} ${event.trigger}`];
    if (event.event === "skill-activated") return [`activated ${event.skill.name} ${event.trigger}`];
    if (event.event === "skill-deactivated") return [`deactivated ${event.skill.name} ${event.reason}`];
    return [];
  });
}

describe("a skill that is loaded without a prompt", () => {
  test("does not end the skills of the turn", async () => {
    const guard = createTestGuard({ skills });
    await guard.prompt("a");
    await guard.judge(load("b"));
    expect([await guard.call("Read"), await guard.call("Write")]).toEqual([denied, denied]);
    expect(skillFacts(guard)).toEqual(["activated a user", "activated b user"]);
  });

  test("is subject to rules on skills if our own server served it, though it is not known here", async () => {
    const guard = createTestGuard({ policy: [policyOf("user", { deny: "Skill" })] });
    expect(await guard.judge(serve("hidden"))).toEqual(denied);
    const free = createTestGuard();
    expect(await free.judge(serve("hidden"))).toEqual(none);
    expect(skillFacts(free)).toEqual(["activating hidden user"]);
  });
});

describe("a skill an agent reports as loaded", () => {
  test("is another one than an active skill with an equal list or none", async () => {
    const guard = createTestGuard({ skills });
    await guard.load("a");
    await guard.judge(reported("other", ["Read"]));
    await guard.judge(reported("free"));
    expect(skillFacts(guard)).toEqual([
      "activated a model",
      "activated other nested",
      "activated free nested",
    ]);
  });

  test("is the one we found if its folder has that name", async () => {
    const guard = createTestGuard({
      skills: { pdf: [{ ...skill("PDF tools", "Read"), directory: "/x/pdf" }] },
    });
    await guard.load("pdf");
    await guard.judge(reported("office:pdf", ["Read"]));
    expect(skillFacts(guard)).toEqual(["activated PDF tools model"]);
  });
});

test("the end of a session ends its skills and leaves no file", async () => {
  const guard = createTestGuard({ skills });
  await guard.load("a");
  expect(await guard.judge(sessionEnd)).toEqual(none);
  expect(skillFacts(guard)).toEqual(["activated a model", "deactivated a session-closed"]);
  expect(readdirSync(guard.folder)).toEqual([]);
});

test.each([
  ["prompt", { kind: "prompt", skills: [] }],
  ["session's end", { kind: "session-end" }],
])("a fault while the state is read at a %s is no reason to forget the active skills", async (_, event) => {
  const disk = createNodeFileSystem();
  const guard = createTestGuard({ skills });
  await guard.load("a");
  let isFaulty = true;
  const read: typeof disk.read = (path, ...more) => {
    if (isFaulty && path.startsWith(guard.folder)) {
      isFaulty = false;
      throw new TypeError("a fault");
    }
    return disk.read(path, ...more);
  };
  const faulty = createTestGuard({ host: { folder: guard.folder, fs: { ...disk, read } } });
  await expect(faulty.judge(event as never)).rejects.toThrow("a fault");
  expect(await guard.call("Write")).toEqual(denied);
});

test.each([
  ["turn", endTurn],
  ["session", endActive],
])(
  "an error at the end of a %s other than a damaged state does not forget the active skills",
  async (_, end) => {
    const error = new SkillError("file-unreadable", { path: "/state", reason: "an error" });
    let isForgotten = false;
    const read = (): never => {
      throw error;
    };
    const remove = async () => {
      isForgotten = true;
      return [];
    };
    const state = { read, change: async () => read(), remove };
    await expect(end({ state, lifetime: "turn" } as unknown as JudgeParts)).rejects.toBe(error);
    expect(isForgotten).toBe(false);
  },
);

test("a call and a prompt that change no skill leave no file and wait for no lock", async () => {
  const guard = createTestGuard({ skills });
  await guard.call("Read");
  await guard.prompt();
  await guard.judge(sessionEnd);
  expect(existsSync(guard.folder)).toBe(false);
});

test("a skill that was refused is not recorded as active", async () => {
  const guard = createTestGuard({ policy: [policyOf("user", { deny: "Skill(a)" })], skills });
  await guard.prompt("a");
  expect(await guard.call("Read")).toEqual(denied);
  expect(guard.events.at(-1)).toMatchObject({ event: "tool-call-denied", tool: "Read", skills: [] });
});

test("the layer of a skill has its plain name while no other active skill has that name", async () => {
  const guard = createTestGuard({ skills });
  for (const name of ["a", "b"]) await guard.load(name);
  await guard.call("Read");
  expect(guard.events.at(-1)).toMatchObject({ event: "tool-call-denied", layer: "skill b" });
});

test.each([
  ["restrict", denied],
  ["both", denied],
  ["grant", none],
] as const)("a skill of our server that cannot be found, in mode %s", async (mode, answer) => {
  expect(await createTestGuard({ policy: [{ mode }] }).loadFromServer("hidden")).toEqual(answer);
});

test.each(["grant", "both"] as const)(
  "a skill's own list never approves a call for the agent beside a policy, mode %s",
  async (mode) => {
    const policy = [{ mode, ...policyOf("user", { deny: "WebFetch" }) }];
    const guard = createTestGuard({ policy, skills: { a: [skill("a", "Bash")] } });
    await guard.load("a");
    expect(await guard.call("Bash", { command: "ls" })).toEqual(none);
  },
);

test("a refusal shows the beginning of a very long list, and how much is missing", async () => {
  const list = Array.from({ length: 500 }, (_, index) => `Bash(program-${index}:*)`).join(" ");
  const guard = createTestGuard({ skills: { long: [skill("long", list)] } });
  await guard.load("long");
  const answer = await guard.call("Write");
  const [, shown = ""] = /Allowed tools: (.*)/.exec(JSON.stringify(answer)) ?? [];
  expect(shown).toMatch(/^Bash\(program-0:\*\), .*, \d+ more, and the skill tools\./);
  expect(JSON.stringify(answer).length).toBeLessThan(runtimeLimits.hookReasonCharacters);
});

describe("an answer that comes after the deadline refuses", () => {
  /** A guard for which looking up a path takes too long, from the given lookup on. */
  function slowGuard(from: number) {
    const disk = createNodeFileSystem();
    let lookups = 0;
    const realPath = (path: string): string | undefined => {
      lookups++;
      return disk.realPath(path);
    };
    const elapsed = (): number => (lookups >= from ? agentHooksLimits.guardedMs + 1 : 0);
    const guard = createTestGuard({
      policy: [policyOf("user", { deny: "Write(./secrets/**)" })],
      skills,
      host: { fs: { ...disk, realPath }, clock: { ...systemClock, elapsed } },
    });
    return { guard, lookups: () => lookups };
  }

  test.each([
    ["a call", (guard: TestGuard) => guard.call("Write", { file_path: "a" })],
    ["a prompt", (guard: TestGuard) => guard.prompt("a")],
  ])("%s, even if only the last lookup was slow", async (_, judge) => {
    const quick = slowGuard(Number.POSITIVE_INFINITY);
    expect(await judge(quick.guard)).toEqual(none);
    expect(quick.lookups()).toBeGreaterThan(0);
    const answer = await judge(slowGuard(quick.lookups()).guard);
    expect(answer).toEqual({ effect: "deny", reason: expect.stringContaining("Timeout exceeded") });
  });
});
