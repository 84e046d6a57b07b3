import { expect, test } from "vitest";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { tokenizeTools } from "../parse/tool-list.ts";
import { decide, decideAdvised, decideAlias } from "./decide.ts";
import type { Decision, Effect } from "./decision.ts";
import type { LayerKind, PolicyLayer } from "./policy-layer.ts";
import { createPathResolver } from "./request-path.ts";

const fs = createMemoryFileSystem({ "/work/docs/guide.md": "", "/work/src/main.ts": "", "/work/.env": "" });

type Lists = {
  readonly deny?: string;
  readonly only?: string;
  readonly advised?: string;
  readonly ask?: string;
  readonly allow?: string;
  readonly otherwise?: Effect;
};

function layer(kind: LayerKind, name: string, { otherwise, ...lists }: Lists): PolicyLayer {
  const read = Object.entries(lists).map(([list, text]) => [list, tokenizeTools(text)]);
  return { kind, name, ...Object.fromEntries(read), ...(otherwise === undefined ? {} : { otherwise }) };
}
const organisation = (lists: Lists): PolicyLayer => layer("organisation", "organisation", lists);
const project = (lists: Lists): PolicyLayer => layer("project", "project", lists);
const user = (lists: Lists): PolicyLayer => layer("user", "user", lists);
const review = (lists: Lists): PolicyLayer => layer("skill", "skill review", lists);
const deploy = (lists: Lists): PolicyLayer => layer("skill", "skill deploy", lists);
const host: PolicyLayer = { kind: "default", name: "default", otherwise: "allow" };

function decideCall(tool: string, input: unknown, layers: readonly PolicyLayer[]): Decision {
  const resolvePath = createPathResolver(fs, "/work");
  return decide({ tool, input, workspace: "/work", home: "/home/me", resolvePath }, layers);
}

const status = { command: "git status" };
const remove = { command: "git status && rm -rf src" };
const guide = { path: "docs/guide.md" };

type Row = {
  readonly title: string;
  readonly layers: readonly PolicyLayer[];
  readonly tool: string;
  readonly input: unknown;
  readonly decision: Decision;
};

/** What holds, the layers, the call, and the decision. */
const rows: readonly Row[] = [
  // 1. A deny rule denies, whatever else applies.
  {
    title: "a deny in the organisation beats an allow in the skill",
    layers: [organisation({ deny: "Bash" }), review({ allow: "Bash(git:*)" }), host],
    tool: "Bash",
    input: status,
    decision: { effect: "deny", rule: "Bash", layer: "organisation", reason: "denied-by-rule" },
  },
  {
    title: "a deny in a skill beats an allow in the organisation",
    layers: [organisation({ allow: "Bash" }), review({ deny: "Bash(rm:*)" }), host],
    tool: "Bash",
    input: remove,
    decision: {
      effect: "deny",
      rule: "Bash(rm:*)",
      layer: "skill review",
      reason: "denied-by-rule",
      detail: "rm -rf src",
    },
  },
  {
    title: "a deny goes before a list that leaves the call out",
    layers: [review({ only: "Read" }), user({ deny: "Bash" }), host],
    tool: "Bash",
    input: status,
    decision: { effect: "deny", rule: "Bash", layer: "user", reason: "denied-by-rule" },
  },
  {
    title: "a path that is denied is denied to the tool however it is named",
    layers: [organisation({ deny: "Read(.env)" }), host],
    tool: "view_file",
    input: { filePath: "./.env" },
    decision: {
      effect: "deny",
      rule: "Read(.env)",
      layer: "organisation",
      reason: "denied-by-rule",
      detail: "./.env",
    },
  },
  {
    title: "what cannot be read falls under a rule that denies",
    layers: [project({ deny: "Bash(curl:*)" }), host],
    tool: "Bash",
    input: { command: "echo 'never closed" },
    decision: {
      effect: "deny",
      rule: "Bash(curl:*)",
      layer: "project",
      reason: "cannot-be-read",
      detail: expect.any(String),
    },
  },
  {
    title: "a command line that cannot be read may write",
    layers: [organisation({ deny: "Write" }), host],
    tool: "Bash",
    input: { command: "echo 'never closed" },
    decision: {
      effect: "deny",
      rule: "Write",
      layer: "organisation",
      reason: "cannot-be-read",
      detail: expect.any(String),
    },
  },
  {
    title: "a redirection is a write",
    layers: [organisation({ deny: "Write(src/**)" }), host],
    tool: "Bash",
    input: { command: "git log > src/main.ts" },
    decision: {
      effect: "deny",
      rule: "Write(src/**)",
      layer: "organisation",
      reason: "denied-by-rule",
      detail: "> src/main.ts",
    },
  },
  // 2. An allowlist excludes everything it does not certainly cover.
  {
    title: "a tool that is not on the skill's list is denied",
    layers: [review({ only: "Read Grep" }), host],
    tool: "Bash",
    input: status,
    decision: { effect: "deny", rule: "only", layer: "skill review", reason: "not-on-the-list" },
  },
  {
    title: "a command of which one part is not on the list is denied",
    layers: [review({ only: "Bash(git:*)" }), host],
    tool: "Bash",
    input: remove,
    decision: {
      effect: "deny",
      rule: "only",
      layer: "skill review",
      reason: "not-on-the-list",
      detail: "rm -rf src",
    },
  },
  {
    title: "an allow elsewhere does not widen a list",
    layers: [organisation({ allow: "Bash" }), user({ allow: "Bash" }), review({ only: "Read" }), host],
    tool: "Bash",
    input: status,
    decision: { effect: "deny", rule: "only", layer: "skill review", reason: "not-on-the-list" },
  },
  {
    title: "two active skills leave what both list",
    layers: [review({ only: "Read Bash(git:*)" }), deploy({ only: "Bash" }), host],
    tool: "Read",
    input: guide,
    decision: { effect: "deny", rule: "only", layer: "skill deploy", reason: "not-on-the-list" },
  },
  {
    title: "an empty list leaves nothing",
    layers: [review({ only: "" }), host],
    tool: "Read",
    input: guide,
    decision: { effect: "deny", rule: "only", layer: "skill review", reason: "not-on-the-list" },
  },
  {
    title: "an empty list leaves the skill tools",
    layers: [review({ only: "" }), host],
    tool: "skills_deactivate",
    input: {},
    decision: { effect: "allow", rule: "skill-tools", layer: "default", reason: "skill-tool" },
  },
  {
    title: "but a rule can deny the skill tools",
    layers: [organisation({ deny: "Skill(deploy)" }), host],
    tool: "Skill",
    input: { skill: "deploy" },
    decision: {
      effect: "deny",
      rule: "Skill(deploy)",
      layer: "organisation",
      reason: "denied-by-rule",
      detail: "deploy",
    },
  },
  {
    title: "and ask about them",
    layers: [organisation({ ask: "skills_run_script" }), host],
    tool: "skills_run_script",
    input: {},
    decision: { effect: "ask", rule: "skills_run_script", layer: "organisation", reason: "asked-by-rule" },
  },
  // 3. An ask rule asks, even if another rule allows.
  {
    title: "an ask beats an allow",
    layers: [organisation({ ask: "Bash(git push:*)" }), user({ allow: "Bash(git:*)" }), host],
    tool: "Bash",
    input: { command: "git push" },
    decision: { effect: "ask", rule: "Bash(git push:*)", layer: "organisation", reason: "asked-by-rule" },
  },
  {
    title: "what cannot be read is asked about",
    layers: [user({ ask: "Read(docs/**)", allow: "Read" }), host],
    tool: "Read",
    input: { path: "~/docs/guide.md" },
    decision: { effect: "ask", rule: "Read(docs/**)", layer: "user", reason: "cannot-be-read" },
  },
  // 4. An allow rule that certainly matches allows.
  {
    title: "an allow goes before a default that asks",
    layers: [user({ allow: "Bash(git:*)", otherwise: "ask" })],
    tool: "Bash",
    input: status,
    decision: { effect: "allow", rule: "Bash(git:*)", layer: "user", reason: "allowed-by-rule" },
  },
  {
    title: "an allow must cover every part",
    layers: [user({ allow: "Bash(git:*)", otherwise: "ask" })],
    tool: "Bash",
    input: remove,
    decision: { effect: "ask", rule: "otherwise", layer: "user", reason: "by-default" },
  },
  {
    title: "an allow that only might match does not allow",
    layers: [user({ allow: "Read(docs/**)", otherwise: "ask" })],
    tool: "Read",
    input: { path: "~/docs/guide.md" },
    decision: { effect: "ask", rule: "otherwise", layer: "user", reason: "by-default" },
  },
  // 5. The strictest default applies.
  {
    title: "the strictest default counts, wherever it stands",
    layers: [
      organisation({ otherwise: "allow" }),
      user({ otherwise: "deny" }),
      project({ otherwise: "ask" }),
      host,
    ],
    tool: "Read",
    input: guide,
    decision: { effect: "deny", rule: "otherwise", layer: "user", reason: "by-default" },
  },
  {
    title: "being on a list is not a permission if the default asks",
    layers: [review({ only: "Read" }), user({ otherwise: "ask" })],
    tool: "Read",
    input: guide,
    decision: { effect: "ask", rule: "otherwise", layer: "user", reason: "by-default" },
  },
  {
    title: "where the default allows, the innermost list is named that lets the call pass",
    layers: [review({ only: "Read Grep" }), deploy({ only: "Read(docs/**)" }), host],
    tool: "Read",
    input: guide,
    decision: { effect: "allow", rule: "Read(docs/**)", layer: "skill deploy", reason: "on-the-list" },
  },
  {
    title: "if no rule matches a call, the host decides",
    layers: [organisation({ deny: "Bash" }), host],
    tool: "Read",
    input: guide,
    decision: { effect: "allow", rule: "otherwise", layer: "default", reason: "by-default" },
  },
  {
    title: "without any rule or default, nothing runs",
    layers: [],
    tool: "Read",
    input: guide,
    decision: { effect: "deny", rule: "none", layer: "default", reason: "no-rule" },
  },
  {
    title: "a list alone allows nothing",
    layers: [review({ only: "Read" })],
    tool: "Read",
    input: guide,
    decision: { effect: "deny", rule: "none", layer: "default", reason: "no-rule" },
  },
];

test.each(rows)("$title", ({ layers, tool, input, decision }) => {
  expect(decideCall(tool, input, layers)).toEqual(decision);
});

test("the order of layers does not change the decision", () => {
  for (const { title, layers, tool, input, decision } of rows) {
    const { effect, reason } = decision;
    expect(decideCall(tool, input, layers.toReversed()), title).toMatchObject({ effect, reason });
  }
});

test("the blamed part is named in a line of readable length", () => {
  const decision = decideCall("Bash", { command: `echo ${"x".repeat(5000)}` }, [
    review({ only: "Bash(git:*)" }),
    host,
  ]);
  expect(decision).toMatchObject({ detail: expect.stringMatching(/^echo x{195}…$/) });
});

test("a list is compiled once, not for each decision", () => {
  let reads = 0;
  const pattern = {
    text: "Bash(git:*)",
    tool: "Bash",
    get pattern() {
      reads++;
      return "git:*";
    },
  };
  const layers = [{ ...review({}), only: [pattern] }, host];
  for (let call = 0; call < 3; call++) decideCall("Bash", status, layers);
  expect(reads).toBe(1);
});

const script = { name: "pdf", script: "scripts/run.sh" };

test.each([
  ["a skill's list leaves its scripts alone", [review({ only: "Read" }), host], "allow"],
  ["an organisation's list counts for scripts", [organisation({ only: "Read" }), host], "deny"],
  ["a default of asking counts for scripts", [user({ otherwise: "ask" }), host], "ask"],
  ["a rule on the skill counts for scripts", [organisation({ deny: "Skill(pdf)" }), host], "deny"],
  ["a rule on all skills counts for scripts", [organisation({ deny: "Skill" }), host], "deny"],
  ["a rule on another skill does not", [organisation({ deny: "Skill(deploy-*)" }), host], "allow"],
] as const)("running a skill's script: %s", (_, layers, effect) => {
  expect(decideCall("skills_run_script", script, layers).effect).toBe(effect);
});

test("a rule on a skill covers its files too, and deactivating skills stays possible", () => {
  const layers = [organisation({ deny: "Skill(pdf)" }), host];
  expect(decideCall("skills_read_file", { name: "pdf", path: "SKILL.md" }, layers).effect).toBe("deny");
  expect(decideCall("skills_read_file", { name: "csv", path: "SKILL.md" }, layers).effect).toBe("allow");
  expect(decideCall("skills_read_file", {}, layers).effect).toBe("deny");
  expect(decideCall("skills_deactivate", { name: "pdf" }, layers).effect).toBe("allow");
});

test("a policy that lists skills allows only those; without a list, skills are unrestricted", () => {
  const effectOf = (only: string, tool: string, input: object): string =>
    decideCall(tool, input, [organisation({ only }), host]).effect;
  for (const [tool, key] of [
    ["Skill", "skill"],
    ["skills_load", "name"],
    ["skills_read_file", "name"],
    ["mcp__skillwright__skills_load", "name"],
  ] as const) {
    expect([tool, effectOf("Bash Skill(pdf)", tool, { [key]: "pdf" })]).toEqual([tool, "allow"]);
    expect([tool, effectOf("Bash Skill(pdf)", tool, { [key]: "deploy" })]).toEqual([tool, "deny"]);
    expect([tool, effectOf("Bash Skill", tool, { [key]: "deploy" })]).toEqual([tool, "allow"]);
    expect([tool, effectOf("Bash", tool, { [key]: "deploy" })]).toEqual([tool, "allow"]);
  }
  expect(effectOf("Skill(pdf)", "Skill", {})).toBe("deny");
  expect(effectOf("Skill(pdf)", "skills_list", {})).toBe("allow");
  expect(effectOf("Skill(pdf)", "skills_deactivate", { name: "deploy" })).toBe("allow");
  expect(decideCall("Skill", { skill: "deploy" }, [review({ only: "Skill(pdf)" }), host]).effect).toBe(
    "allow",
  );
});

test("a decision names the file of its rule", () => {
  const file = "/etc/policy.json";
  expect(decideCall("Bash", status, [{ ...organisation({ deny: "Bash" }), file }, host])).toEqual({
    effect: "deny",
    layer: "organisation",
    rule: "Bash",
    file,
    reason: "denied-by-rule",
  });
});

test("a list without effect refuses nothing, and tells what it would have refused", () => {
  const layers = [
    layer("skill", "skill review", { advised: "Read Bash(git:*)" }),
    layer("default", "default", { otherwise: "allow" }),
  ];
  const request = (command: string) => ({
    tool: "Bash",
    input: { command },
    workspace: "/work",
    resolvePath: createPathResolver(fs, "/work"),
  });
  expect(decide(request("git log; curl x"), layers)).toMatchObject({ effect: "allow", layer: "default" });
  expect(decideAdvised(request("git log; curl x"), layers)).toEqual({
    effect: "deny",
    layer: "skill review",
    rule: "only",
    reason: "not-on-the-list",
    detail: "curl x",
  });
  expect(decideAdvised(request("git log"), layers)).toBeUndefined();
  expect(decideAdvised(request("curl x"), layers.slice(1))).toBeUndefined();
});

test("for another name of a tool only deny and ask rules apply, deny before ask", () => {
  const request = {
    tool: "Read",
    input: guide,
    workspace: "/work",
    resolvePath: createPathResolver(fs, "/work"),
  };
  const effect = (lists: Lists) => decideAlias(request, [organisation(lists), host])?.effect;
  expect(effect({ deny: "Read", ask: "Read" })).toBe("deny");
  expect(effect({ deny: "Read" })).toBe("deny");
  expect(effect({ ask: "Read" })).toBe("ask");
  expect(effect({ only: "Write", allow: "Read", otherwise: "deny" })).toBeUndefined();
});

test("an empty path is denied without a detail", () => {
  expect(decideCall("Read", { path: "" }, [organisation({ deny: "Read(.env)" }), host])).toEqual({
    effect: "deny",
    rule: "Read(.env)",
    layer: "organisation",
    reason: "cannot-be-read",
  });
});

test("rules for other tools do not resolve a call's paths", () => {
  const resolvePath = (): never => expect.fail("it read the disk");
  const request = { tool: "Read", input: guide, workspace: "/work", resolvePath };
  expect(decide(request, [organisation({ deny: "Bash(rm:*) Write(docs/**)" }), host]).effect).toBe("allow");
});

test("a redirection certainly matches a rule for all writing", () => {
  const layers = [organisation({ deny: "Write" }), host];
  expect(decideCall("Bash", { command: "echo x > a" }, layers)).toMatchObject({
    effect: "deny",
    reason: "denied-by-rule",
    detail: "> a",
  });
});

const skillRows: readonly (readonly [Lists, string, unknown, Effect])[] = [
  // A call that names no skill, or two, must not pass as the harmless one.
  [{ deny: "Skill(deploy)" }, "Skill", {}, "deny"],
  [{ deny: "Skill(deploy)" }, "Skill", { args: "deploy" }, "deny"],
  [{ deny: "Skill(deploy)" }, "Skill", { unknown: "deploy" }, "deny"],
  [{ only: "Skill(review)" }, "Skill", {}, "deny"],
  [{ only: "Skill(review)" }, "Skill", { unknown: "review" }, "deny"],
  [{ only: "Skill(review)" }, "Skill", { skill: "review", name: "deploy" }, "deny"],
  [{ only: "Skill(review)" }, "Skill", { skill: "review/deploy" }, "deny"],
  // An unclear rule.
  [{ deny: "Skill([x])" }, "Skill", { skill: "review" }, "deny"],
  [{ only: "Skill([x])" }, "Skill", { skill: "review" }, "deny"],
  [{ only: "Skill(review)" }, "Skill", { skill: "review" }, "allow"],
  [{ only: "Skill(domain:review)" }, "Skill", { skill: "domain:review" }, "allow"],
  [{ only: "Skill(deploy) *" }, "Skill", { skill: "review" }, "allow"],
  [{ only: "Task(tester)" }, "Task", { subagent_type: "tester" }, "allow"],
  [{ deny: "Task(tester)" }, "Task", { subagent_type: "writer" }, "allow"],
  // Rules for other tools do not fall on a skill's files and scripts.
  [{ deny: "Read Write(./x) Bash(rm:*)" }, "skills_load", { name: "review" }, "allow"],
  [{ deny: "Read Write(./x) Bash(rm:*)" }, "skills_read_file", { name: "review", path: "a" }, "allow"],
  [{ deny: "Skil*" }, "skills_load", { name: "review" }, "deny"],
];

test.each(skillRows)("with %j, %s of %j: %s", (...[lists, tool, input, effect]) => {
  expect(decideCall(tool, input, [organisation(lists), host]).effect).toBe(effect);
});

test.each<readonly [string, string, Effect]>([
  ["Read Bash(cd:*) Bash(ls)", "cd /srv && ls", "deny"],
  ["Read Bash(cd /srv) Bash(ls)", "cd /srv && ls", "allow"],
  ["Bash(cd /srv && ls)", "cd /srv && ls", "allow"],
  ["PowerShell(cd /srv && ls) Bash(cd:*) Bash(ls)", "cd /srv && ls", "deny"],
])(
  "the list %s on %s: %s, since only a rule that spells out a folder lets commands run there",
  (only, command, effect) => {
    expect(decideCall("Bash", { command }, [organisation({ only }), host]).effect).toBe(effect);
  },
);

test("a call of any MCP tool with an unclear name falls under every rule for one", () => {
  const layers = [organisation({ deny: "mcp__x__y" }), host];
  const input = { server_name: "a", tool_name: "b" };
  expect(decideCall("use_mcp_tool", { ...input, tool: 7 }, layers).effect).toBe("deny");
  expect(decideCall("use_mcp_tool", input, layers).effect).toBe("allow");
});
