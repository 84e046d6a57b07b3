import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCatalog } from "@skillwright/core/node";
import { tokenizeTools } from "@skillwright/core/parse";
import type { JsonObject } from "@skillwright/core/text";
import { compact } from "@skillwright/core/text";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Approver } from "../admission/approvals.ts";
import { createSession } from "../session/create-session.ts";
import type { Session } from "../session/session.ts";

/** How an adapter's test runs a scripted model with the real SDK. */
export type AdapterUnderTest = {
  /** Plays the whole script with the session's own tools and the host's wrapped tools. */
  run(script: Script): Promise<Transcript>;
  /** Only for SDKs with their own approvals: see `Replay`. Returns what the model got, once per attempt. */
  replay?(replay: Replay): Promise<readonly string[]>;
};

export type Script = {
  readonly session: Session;
  /** The host's tools, to be wrapped. Each accepts any object. */
  readonly tools: readonly HostTool[];
  /** The model's calls by turn, made at once in this order. After the last turn it says a word and ends. */
  readonly turns: readonly (readonly ScriptedCall[])[];
  /** Whether the model is offered every tool, or only those that the session would offer. */
  readonly show: "everything" | "what-may-run";
};

export type HostTool = { readonly name: string; readonly run: (input: unknown) => Promise<string> };

export type ScriptedCall = { readonly id: string; readonly tool: string; readonly input: JsonObject };

export type Transcript = {
  /** The text that the model got for each call, by call id. */
  readonly results: Readonly<Record<string, string>>;
  /** Names of the tools offered to the model, by turn. */
  readonly shown: readonly (readonly string[])[];
};

/**
 * The model makes a call, the SDK asks a person, the person approves, and the run is saved. Then `meanwhile`
 * happens, and the saved run is resumed `times` times, each time from the same state.
 */
export type Replay = {
  readonly session: Session;
  readonly tools: readonly HostTool[];
  readonly call: ScriptedCall;
  readonly meanwhile: () => Promise<void>;
  readonly times: number;
};

/** The contract of every adapter: whatever the SDK does with a call, a tool runs only through the session's guard. */
export function describeAdapter(name: string, adapter: AdapterUnderTest): void {
  describe(name, () => {
    test("S3-38: a tool outside the active skill's list is refused in OmniForge's words and never runs", async () => {
      const { session, tools, ran } = await openStage();
      await session.activate({ skill: "reader" });
      const { results } = await adapter.run({ session, tools, turns: [[bash("b")]], show: "everything" });
      expect(firstLine(results.b)).toBe(refusal);
      expect(results.b).toMatch(/read/i);
      expect(ran).toEqual([]);
    });

    test("a tool on the list runs, and its result reaches the model untouched", async () => {
      const { session, tools, ran } = await openStage();
      await session.activate({ skill: "reader" });
      const { results } = await adapter.run({ session, tools, turns: [[read("r")]], show: "everything" });
      expect(results).toEqual({ r: answerOf("read") });
      expect(ran).toEqual(["read notes.md"]);
    });

    test("without a skill nothing is restricted", async () => {
      const { session, tools, ran } = await openStage();
      const { results } = await adapter.run({ session, tools, turns: [[bash("b")]], show: "everything" });
      expect(results).toEqual({ b: answerOf("bash") });
      expect(ran).toEqual(["bash ls"]);
    });

    test("the race: a tool called after a skill in the same turn is decided under the skill", async () => {
      const { session, tools, ran } = await openStage();
      const turns = [[skill("s", "reader"), bash("b"), read("r")]];
      const { results } = await adapter.run({ session, tools, turns, show: "everything" });
      expect(results.s).toContain("Read the notes.");
      expect(firstLine(results.b)).toBe(refusal);
      expect(results.r).toBe(answerOf("read"));
      expect(ran).toEqual(["read notes.md"]);
    });

    test("the race: a tool called before a skill in the same turn runs", async () => {
      const { session, tools, ran } = await openStage();
      const turns = [[bash("b"), skill("s", "reader")]];
      const { results } = await adapter.run({ session, tools, turns, show: "everything" });
      expect(results.b).toBe(answerOf("bash"));
      expect(ran).toEqual(["bash ls"]);
      expect(session.active().map((active) => active.name)).toEqual(["reader"]);
    });

    test("parallel calls: each of ten is decided separately", async () => {
      const { session, tools, ran } = await openStage();
      const calls = Array.from({ length: 5 }, (_, index) => [bash(`b${index}`), read(`r${index}`)]).flat();
      const turns = [[skill("s", "reader")], calls];
      const { results } = await adapter.run({ session, tools, turns, show: "everything" });
      for (const call of calls)
        expect(firstLine(results[call.id])).toBe(call.tool === "bash" ? refusal : answerOf("read"));
      expect(ran).toEqual(Array(5).fill("read notes.md"));
    });

    test("a tool that is not offered is refused if the model calls it anyway, and the run continues", async () => {
      const { session, tools, ran } = await openStage();
      const turns = [[skill("s", "reader")], [bash("b")], [read("r")]];
      const { results, shown } = await adapter.run({ session, tools, turns, show: "what-may-run" });
      expect(shown.map((names) => names.includes("bash"))).toEqual([true, false, false, false]);
      expect(shown.every((names) => names.includes("read") && names.includes("Skill"))).toBe(true);
      expect(results.b).toMatch(/bash/);
      expect(results.r).toBe(answerOf("read"));
      expect(ran).toEqual(["read notes.md"]);
    });

    test("an unknown skill is answered with similar names, and later tools of the turn still run", async () => {
      const { session, tools, ran } = await openStage();
      const turns = [[skill("s", "raeder"), bash("b")]];
      const { results } = await adapter.run({ session, tools, turns, show: "everything" });
      expect(results.s).toContain("reader");
      expect(results.b).toBe(answerOf("bash"));
      expect(ran).toEqual(["bash ls"]);
      expect(session.active()).toEqual([]);
    });

    test("S3-72: after the model leaves the skill, its restriction is gone", async () => {
      const { session, tools, ran } = await openStage();
      const turns = [[skill("s", "reader")], [bash("b1")], [leave("d", "reader")], [bash("b2")]];
      const { results } = await adapter.run({ session, tools, turns, show: "everything" });
      expect(firstLine(results.b1)).toBe(refusal);
      expect(results.b2).toBe(answerOf("bash"));
      expect(ran).toEqual(["bash ls"]);
    });

    test("a tool called after a skill is left in the same turn runs, and one called before is refused", async () => {
      const { session, tools, ran } = await openStage();
      await session.activate({ skill: "reader" });
      const turns = [[bash("b1"), leave("d", "reader"), bash("b2"), skill("s", "reader"), bash("b3")]];
      const { results } = await adapter.run({ session, tools, turns, show: "everything" });
      expect(firstLine(results.b1)).toBe(refusal);
      expect(results.b2).toBe(answerOf("bash"));
      expect(firstLine(results.b3)).toBe(refusal);
      expect(ran).toEqual(["bash ls"]);
    });

    test("a tool that a person approves runs although a skill is called after it in the same turn", async () => {
      const { session, tools, ran } = await openStage({
        approver: async () => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          return { approved: true, by: "ann" };
        },
      });
      const turns = [[deploy("d"), skill("s", "reader"), bash("b")]];
      const { results } = await adapter.run({ session, tools, turns, show: "everything" });
      expect(results.d).toBe(answerOf("deploy"));
      expect(results.s).toContain("Read the notes.");
      expect(firstLine(results.b)).toBe(refusal);
      expect(ran).toEqual(["deploy site"]);
    });

    test("a skill that fails to load lifts no restriction of the others in its turn", async () => {
      const { session, tools, ran } = await openStage();
      const turns = [[skill("a", "reader"), skill("b", "raeder"), bash("b1")], [bash("b2")]];
      const { results } = await adapter.run({ session, tools, turns, show: "everything" });
      expect([results.b1, results.b2].map(firstLine)).toEqual([refusal, refusal]);
      expect(ran).toEqual([]);
    });

    test("a skill that the user started stays active, whatever the model loads and leaves", async () => {
      const { session, tools, ran } = await openStage();
      await session.activate({ skill: "reader", trigger: "user" });
      const turns = [
        [leave("d1", "reader"), bash("b1")],
        [skill("s", "reader"), leave("d2", "reader"), bash("b2")],
      ];
      const { results } = await adapter.run({ session, tools, turns, show: "everything" });
      expect(results.d1).toContain("stays active until the user's next message");
      expect([results.b1, results.b2].map(firstLine)).toEqual([refusal, refusal]);
      expect(ran).toEqual([]);
    });

    test("an approved call is refused if a skill forbids it by then", async () => {
      const asked: string[] = [];
      const stage = await openStage({
        approver: async ({ tool }) => {
          asked.push(tool);
          await stage.session.activate({ skill: "reader" });
          return { approved: true, by: "ann" };
        },
      });
      const { session, tools, ran } = stage;
      const { results } = await adapter.run({ session, tools, turns: [[deploy("d")]], show: "everything" });
      expect(firstLine(results.d)).toBe("Tool 'deploy' not allowed by active skill 'reader'");
      expect(asked).toEqual(["deploy"]);
      expect(ran).toEqual([]);
    });

    test("an approval is for one call: repeating the call asks again", async () => {
      const answers = [true, false];
      const { session, tools, ran } = await openStage({
        approver: async () => ({ approved: answers.shift() ?? false, by: "ann" }),
      });
      const turns = [[deploy("d1")], [deploy("d2")]];
      const { results } = await adapter.run({ session, tools, turns, show: "everything" });
      expect(results.d1).toBe(answerOf("deploy"));
      expect(results.d2).not.toBe(answerOf("deploy"));
      expect(answers).toEqual([]);
      expect(ran).toEqual(["deploy site"]);
    });

    describeReplay(adapter);
  });
}

function describeReplay({ replay }: AdapterUnderTest): void {
  if (replay === undefined) return;

  test("an approval saved by the SDK runs the call once and is worthless when resumed again", async () => {
    const { session, tools, ran } = await openStage();
    const meanwhile = async (): Promise<void> => {};
    const [first, second] = await replay({ session, tools, call: deploy("d"), meanwhile, times: 2 });
    expect(first).toBe(answerOf("deploy"));
    expect(second).not.toBe(answerOf("deploy"));
    expect(ran).toEqual(["deploy site"]);
  });

  test("an approval saved by the SDK does not outlive a skill that forbids the call", async () => {
    const { session, tools, ran } = await openStage();
    const meanwhile = async (): Promise<void> => {
      await session.activate({ skill: "reader" });
    };
    const [answer] = await replay({ session, tools, call: deploy("d"), meanwhile, times: 1 });
    expect(firstLine(answer)).toBe("Tool 'deploy' not allowed by active skill 'reader'");
    expect(ran).toEqual([]);
  });
}

const refusal = "Tool 'bash' not allowed by active skill 'reader'";

function bash(id: string): ScriptedCall {
  return { id, tool: "bash", input: { command: "ls" } };
}
function read(id: string): ScriptedCall {
  return { id, tool: "read", input: { path: "notes.md" } };
}
function deploy(id: string): ScriptedCall {
  return { id, tool: "deploy", input: { target: "site" } };
}
function skill(id: string, name: string): ScriptedCall {
  return { id, tool: "Skill", input: { skill: name } };
}
function leave(id: string, name: string): ScriptedCall {
  return { id, tool: "skills_deactivate", input: { name } };
}

/** The answer of a host's tool: text that a careless adapter would encode, trim or cut. */
function answerOf(tool: string): string {
  return ` "${tool}" says: naïve \\ {"ok":true} <b>`;
}

function firstLine(text: string | undefined): string | undefined {
  return text?.split("\n")[0];
}

export type Stage = {
  readonly session: Session;
  /** `bash`, `read`, and `deploy`, which the user's policy asks about. */
  readonly tools: readonly HostTool[];
  /** The tools that ran, each with the first value of its input, in order. */
  readonly ran: readonly string[];
};

/**
 * A session over real skills on disk: `reader` allows only `Read`, `searcher` some web searches; `thrifty` and
 * `lavish` prefer a model.
 */
export async function openStage({ approver }: { readonly approver?: Approver } = {}): Promise<Stage> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-adapter-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const workspace = join(root, "workspace");
  mkdirSync(workspace);
  writeFileSync(join(workspace, "notes.md"), "notes");
  for (const [name, text] of Object.entries(skillTexts)) {
    mkdirSync(join(root, "skills", name), { recursive: true });
    writeFileSync(join(root, "skills", name, "SKILL.md"), text);
  }
  const session = createSession({
    catalog: openCatalog({ roots: [join(root, "skills")] }),
    workspace,
    policy: { layer: { kind: "user", name: "user", ask: tokenizeTools("deploy") } },
    ...compact({ approver }),
  });
  onTestFinished(() => session.close());
  const ran: string[] = [];
  const tools = ["bash", "read", "deploy"].map((tool) => ({
    name: tool,
    run: async (input: unknown): Promise<string> => {
      ran.push([tool, ...Object.values(Object(input)).slice(0, 1)].join(" "));
      return answerOf(tool);
    },
  }));
  return { session, tools, ran };
}

const skillTexts = {
  reader: `---
name: reader
description: Reads the notes. Use for questions about the notes.
allowed-tools: Read
---

# Reader

Read the notes.
`,
  searcher:
    "---\nname: searcher\ndescription: Looks things up.\nallowed-tools: WebSearch(example.com)\n---\n\n# Searcher\n",
  thrifty: "---\nname: thrifty\ndescription: Saves money.\nmodel: small\n---\n\n# Thrifty\n",
  lavish: "---\nname: lavish\ndescription: Spends money.\nmodel: huge\n---\n\n# Lavish\n",
};
