import { mkdirSync, readdirSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import type { AuditEvent } from "@skillwright/core/audit";
import { afterAll, describe, expect, test } from "vitest";
import { createTestGuard, policyOf, removeTestGuards, skill } from "./test-guard.ts";

afterAll(removeTestGuards);

const none = { effect: "none" };

/** The recorded events, without times, ids and digests. */
function summary(events: readonly AuditEvent[]): readonly string[] {
  return events.map((event) => {
    if (event.event === "tool-call-allowed" || event.event === "tool-call-denied") {
      const under = event.skills.map(({ name }) => name).join("+");
      return `${event.event} ${event.tool} ${event.layer}/${event.rule}/${event.reason} under [${under}]`;
    }
    if (event.event === "skill-activating") return `${event.event} ${event.skill} ${event.trigger}`;
    if (event.event === "skill-activated") return `${event.event} ${event.skill.name} ${event.trigger}`;
    if (event.event === "skill-deactivated") return `${event.event} ${event.skill.name} ${event.reason}`;
    if (event.event === "skill-refused") return `${event.event} ${event.skill} ${event.reason}`;
    return event.event;
  });
}

describe("without a skill", () => {
  test("a call that no rule matches gets no opinion, and is recorded", async () => {
    const guard = createTestGuard();
    expect(await guard.call("Bash", { command: "rm -rf /" })).toEqual(none);
    expect(guard.events).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        session: "claude-code:s1",
        event: "tool-call-allowed",
        call: "c1",
        tool: "Bash",
        skills: [],
        input: { command: "rm -rf /" },
        layer: "default",
        rule: "otherwise",
        reason: "by-default",
      },
    ]);
    expect(guard.queries).toEqual([]);
  });

  test.each([
    ["denies by a rule", { deny: "Bash(rm:*)" }, "deny"],
    ["asks by a rule", { ask: "Bash(rm:*)" }, "ask"],
    ["allows by a rule", { allow: "Bash(rm:*)" }, "allow"],
    ["denies what a list leaves out", { only: "Read" }, "deny"],
    ["asks by default", { otherwise: "ask" }, "ask"],
    ["has no opinion where all else is allowed", { otherwise: "allow" }, "none"],
    ["has no opinion where the list allows it", { only: "Bash" }, "none"],
  ] as const)("a policy %s", async (_, rules, effect) => {
    for (const kind of ["organisation", "project", "user"] as const) {
      const guard = createTestGuard({ policy: [policyOf(kind, rules)] });
      expect(await guard.call("Bash", { command: "rm x" })).toMatchObject({ effect });
    }
  });

  test("for a call that does several things, the strictest decision wins and each is recorded", async () => {
    const uses = [
      { tool: "Write", input: { file_path: "a" } },
      { tool: "Edit", input: { file_path: "b" } },
    ] as const;
    const judge = (rules: Parameters<typeof policyOf>[1]) => {
      const guard = createTestGuard({ policy: [policyOf("user", rules)] });
      return { guard, answer: guard.judge({ kind: "call", uses, call: "c" } as never) };
    };
    expect(await judge({ allow: "Write" }).answer).toEqual(none);
    expect(await judge({ allow: "Write Edit" }).answer).toMatchObject({ effect: "allow" });
    expect(await judge({ allow: "Write", ask: "Edit" }).answer).toMatchObject({ effect: "ask" });
    expect(await judge({ ask: "Write", deny: "Edit" }).answer).toMatchObject({ effect: "deny" });
    const { guard, answer } = judge({ allow: "Write", deny: "Edit" });
    expect(await answer).toMatchObject({ effect: "deny" });
    expect(summary(guard.events)).toEqual(["tool-call-denied Edit user/Edit/denied-by-rule under []"]);
  });
});

describe("loading a skill", () => {
  test("restricts later calls until the user's next message", async () => {
    const guard = createTestGuard({ skills: { pdf: [skill("pdf", "Read Bash(pdftotext:*)")] } });
    expect(await guard.call("Write")).toEqual(none);
    expect(await guard.load("pdf")).toEqual(none);
    expect(await guard.call("Read", { file_path: "a.pdf" })).toEqual(none);
    expect(await guard.call("Bash", { command: "pdftotext a.pdf | sh" })).toEqual({
      effect: "deny",
      reason: [
        "Tool 'Bash' not allowed by active skill 'pdf'",
        "The skill pdf allows only listed tools, and this is not on the list: sh.",
        "Allowed tools: Read, Bash(pdftotext:*), and the skill tools.",
        "If the task cannot be done with them, do not try to work around it; tell the user what is missing. The skill's list applies until the user's next message.",
      ].join("\n"),
    });
    expect(await guard.prompt()).toEqual(none);
    expect(await guard.call("Write")).toEqual(none);
    expect(summary(guard.events)).toEqual([
      "tool-call-allowed Write default/otherwise/by-default under []",
      "tool-call-allowed Skill default/skill-tools/skill-tool under []",
      "skill-activated pdf model",
      "tool-call-allowed Read skill pdf/Read/on-the-list under [pdf]",
      "tool-call-denied Bash skill pdf/only/not-on-the-list under [pdf]",
      "skill-deactivated pdf turn-ended",
      "tool-call-allowed Write default/otherwise/by-default under []",
    ]);
    expect(readdirSync(guard.folder)).toEqual([]);
  });

  test("restricts until the end of the session if configured, and says so", async () => {
    const guard = createTestGuard({ lifetime: "session", skills: { pdf: [skill("pdf", "Read")] } });
    await guard.load("pdf");
    await guard.prompt();
    const refusal = await guard.call("Write");
    expect(refusal).toMatchObject({ effect: "deny" });
    expect(JSON.stringify(refusal)).toContain("until this session ends");
    await guard.call("skills_deactivate", { name: "pdf" }, { leaves: "pdf" });
    expect(await guard.call("Write")).toMatchObject({ effect: "deny" });
    expect(summary(guard.events).filter((line) => line.startsWith("skill"))).toEqual([
      "skill-activated pdf model",
    ]);
  });

  test("restricts a session that is resumed under the same id as before it ended", async () => {
    const guard = createTestGuard({ lifetime: "session", skills: { pdf: [skill("pdf", "Read")] } });
    await guard.load("pdf");
    expect(await guard.judge({ kind: "session-end" } as never)).toEqual(none);
    await guard.prompt();
    expect(await guard.call("Write")).toMatchObject({ effect: "deny" });
    expect(await guard.call("Write", {}, { session: "s2" } as object)).toEqual(none);
  });

  test("nested skills intersect", async () => {
    const skills = { a: [skill("a", "Read Grep")], b: [skill("b", "Read Write")] };
    const guard = createTestGuard({ skills });
    await guard.load("a");
    expect(await guard.load("b")).toEqual(none);
    expect(await guard.call("Read")).toEqual(none);
    expect(await guard.call("Grep")).toMatchObject({
      effect: "deny",
      reason: expect.stringContaining("'b'"),
    });
    expect(await guard.call("Write")).toMatchObject({
      effect: "deny",
      reason: expect.stringContaining("'a'"),
    });
    expect(summary(guard.events)).toContain("skill-activated b nested");
  });

  test("a skill without a list restricts nothing, one with an empty list leaves only the skill tools", async () => {
    const guard = createTestGuard({ skills: { open: [skill("open")], shut: [skill("shut", "")] } });
    await guard.load("open");
    expect(await guard.call("Bash", { command: "ls" })).toEqual(none);
    await guard.load("shut");
    const reason = expect.stringContaining("Allowed tools: only the skill tools.");
    expect(await guard.call("Read")).toMatchObject({ effect: "deny", reason });
    expect(await guard.load("open")).toEqual(none);
  });

  test("a skill's disallowed tools stay denied whatever a policy allows", async () => {
    const policy = [policyOf("user", { allow: "Bash" })];
    const guard = createTestGuard({ policy, skills: { a: [skill("a", undefined, "Bash(curl:*)")] } });
    await guard.load("a");
    expect(await guard.call("Bash", { command: "curl x" })).toMatchObject({ effect: "deny" });
    expect(await guard.call("Bash", { command: "ls" })).toMatchObject({ effect: "allow" });
  });

  test.each(["grant", "both"] as const)(
    "a skill's own list never approves a call for the agent, mode %s",
    async (mode) => {
      const guard = createTestGuard({ policy: [{ mode }], skills: { a: [skill("a", "Bash")] } });
      await guard.load("a");
      expect(await guard.call("Bash", { command: "ls" })).toEqual(none);
    },
  );

  test("if a name matches several skills, all their lists apply and the refusal names them", async () => {
    const one = { ...skill("x", "Read Grep"), directory: "/a/x" };
    const other = { ...skill("x", "Read Write"), directory: "/b/x" };
    const guard = createTestGuard({ skills: { x: [one, other] } });
    await guard.load("x");
    expect(await guard.call("Read")).toEqual(none);
    const reason = expect.stringMatching(/The skill x \(\/a\/x, .*\nAllowed tools: Read, Grep,/);
    expect(await guard.call("Write")).toMatchObject({ effect: "deny", reason });
    expect(await guard.call("Grep")).toMatchObject({
      effect: "deny",
      reason: expect.stringContaining("/b/x"),
    });
  });

  test("an unknown skill is left to the agent, and the call is recorded", async () => {
    const guard = createTestGuard();
    expect(await guard.load("plugin:thing")).toEqual(none);
    expect(await guard.call("Write")).toEqual(none);
    expect(await guard.judge({ kind: "load", skills: ["thing"] } as never)).toEqual(none);
    expect(await guard.prompt("help")).toEqual(none);
    expect(summary(guard.events)).toEqual([
      "tool-call-allowed Skill default/skill-tools/skill-tool under []",
      "skill-activating plugin:thing model",
      "tool-call-allowed Write default/otherwise/by-default under []",
      "skill-activating thing user",
    ]);
    expect(guard.queries[0]).toMatchObject({ name: "plugin:thing", reach: "agent" });
  });

  test("our own tools load from every agent's folders", async () => {
    const guard = createTestGuard();
    await guard.loadFromServer("a");
    await guard.call("mcp__sw__skills_load", { name: "a" }, { loads: ["a"], loader: "server" });
    await guard.call("Read", { file_path: "/x/a/SKILL.md" }, { loads: ["/x/a"] });
    expect(guard.queries.map(({ name, reach }) => [name, reach])).toEqual([
      ["a", "everywhere"],
      ["a", "everywhere"],
      ["/x/a", "agent"],
    ]);
  });

  test("our own server does not load a skill we cannot find, since its list would not be enforced", async () => {
    const guard = createTestGuard();
    expect(await guard.loadFromServer("filer")).toEqual({
      effect: "deny",
      reason: expect.stringMatching(/was not run\nThe guard cannot find the skill filer.*--root/),
    });
    const other = { loads: ["filer"], loader: "server" } as const;
    expect(await guard.call("mcp__sw__skills_load", { name: "filer" }, other)).toEqual(none);
    expect(summary(guard.events)).toEqual([
      "tool-call-denied mcp__skillwright__skills_load default/none/unsettled under []",
      "tool-call-allowed mcp__sw__skills_load default/otherwise/by-default under []",
    ]);
  });

  test("a skill named twice in a call, by folder and name, is active once", async () => {
    const pdf = skill("pdf", "Read");
    const guard = createTestGuard({ skills: { pdf: [pdf], "/skills/pdf": [pdf] } });
    await guard.call("Bash", { command: "cat x" }, { loads: ["/skills/pdf", "pdf"] });
    expect(await guard.call("Write")).toMatchObject({
      reason: expect.stringContaining("The skill pdf allows only"),
    });
    await guard.prompt();
    expect(summary(guard.events).filter((line) => line.startsWith("skill-"))).toEqual([
      "skill-activated pdf model",
      "skill-deactivated pdf turn-ended",
    ]);
  });

  test("an unreadable skill is not loaded", async () => {
    const broken = new SkillError("skill-invalid", { path: "/a/SKILL.md", reason: "it breaks a rule" });
    const guard = createTestGuard({ skills: { a: broken } });
    expect(await guard.load("a")).toEqual({
      effect: "deny",
      reason: "Tool 'Skill' was not run\n/a/SKILL.md is not a valid skill: it breaks a rule.",
    });
    expect(guard.events).toMatchObject([
      { event: "tool-call-denied", tool: "Skill", reason: "cannot-be-read", detail: expect.any(String) },
    ]);
  });

  test.each([
    ["by the name that was used", "deploy-all", skill("other")],
    ["by the name that it states", "x", skill("deploy-all")],
    ["by its folder's name", "x", { ...skill("y"), directory: "/skills/deploy-all" }],
    ["though it is not known here", "deploy-all", undefined],
  ])("rules on skills apply: %s", async (_, name, found) => {
    const skills = { [name]: found === undefined ? [] : [found] };
    const deny = createTestGuard({ policy: [policyOf("organisation", { deny: "Skill(deploy-*)" })], skills });
    expect(await deny.load(name)).toMatchObject({ effect: "deny" });
    expect(summary(deny.events).filter((line) => line.startsWith("skill-activated"))).toEqual([]);
    const ask = createTestGuard({ policy: [policyOf("organisation", { ask: "Skill(deploy-*)" })], skills });
    expect(await ask.load(name)).toMatchObject({ effect: "ask" });
  });

  test("the same skill twice is active once; a changed one is added to its earlier version", async () => {
    const skills: Record<string, [ReturnType<typeof skill>]> = { a: [skill("a", "Read")] };
    const guard = createTestGuard({ skills });
    await guard.load("a");
    await guard.load("a");
    skills.a = [{ ...skill("a", "Read Write Bash"), digest: "sha256:changed" }];
    await guard.load("a");
    expect(await guard.call("Write")).toMatchObject({ effect: "deny" });
    const activated = guard.events.filter(({ event }) => event === "skill-activated");
    expect(activated).toMatchObject([
      { skill: { digest: "sha256:a" } },
      { skill: { digest: "sha256:changed" } },
    ]);
  });
});

describe("leaving a skill", () => {
  const skills = {
    a: [skill("a", "Read")],
    b: [skill("b", "Read")],
    c: [skill("c", "Read Write")],
  };

  test("deactivates it and everything loaded inside it", async () => {
    const guard = createTestGuard({ skills });
    for (const name of ["c", "a", "b"]) await guard.loadFromServer(name);
    await guard.call("mcp__skillwright__skills_deactivate", { name: "a" }, { leaves: "a" });
    expect(await guard.call("Write")).toEqual(none);
    expect(await guard.call("Bash")).toMatchObject({ effect: "deny" });
    expect(summary(guard.events).filter((line) => line.startsWith("skill-deactivated"))).toEqual([
      "skill-deactivated b asked",
      "skill-deactivated a asked",
    ]);
  });

  test("without a name, deactivates the last loaded skill; an unknown name deactivates none", async () => {
    const guard = createTestGuard({ skills });
    for (const name of ["c", "a"]) await guard.loadFromServer(name);
    await guard.call("skills_deactivate", { name: "zzz" }, { leaves: "zzz" });
    expect(await guard.call("Write")).toMatchObject({ effect: "deny" });
    await guard.call("skills_deactivate", {}, { leaves: "" });
    expect(await guard.call("Write")).toEqual(none);
  });

  test.each(["deny", "ask"] as const)("a call with the decision %s deactivates nothing", async (effect) => {
    const policy = [policyOf("user", { [effect]: "skills_deactivate" })];
    const guard = createTestGuard({ policy, skills });
    await guard.loadFromServer("a");
    const answer = await guard.call("skills_deactivate", { name: "a" }, { leaves: "a" });
    expect(answer).toMatchObject({ effect });
    expect(await guard.call("Write")).toMatchObject({ effect: "deny" });
  });

  test("skills that the agent or user loaded stay active, whatever our server's tool receives", async () => {
    for (const start of ["load", "prompt"] as const)
      for (const name of ["", "a"]) {
        const guard = createTestGuard({ skills });
        await guard[start]("a");
        expect(await guard.call("mcp__skillwright__skills_deactivate", {}, { leaves: name })).toEqual(none);
        expect(await guard.call("Write")).toMatchObject({ effect: "deny" });
      }
  });

  test.each(["", "x"])("frees all copies of a skill in several agents' folders, named %j", async (name) => {
    const copies = [skill("x", "Read"), { ...skill("x", "Read"), directory: "/other/x" }];
    const guard = createTestGuard({ skills: { x: copies, c: skills.c } });
    await guard.loadFromServer("c");
    await guard.loadFromServer("x");
    await guard.call("mcp__skillwright__skills_deactivate", {}, { leaves: name });
    expect(await guard.call("Write")).toEqual(none);
    expect(await guard.call("Bash")).toMatchObject({ effect: "deny" });
    expect(summary(guard.events).filter((line) => line.startsWith("skill-deactivated"))).toEqual([
      "skill-deactivated x asked",
      "skill-deactivated x asked",
    ]);
  });

  test("frees all versions of a skill that was edited, loaded from our server", async () => {
    const found: Record<string, ReturnType<typeof skill>[]> = { a: [skill("a", "Read")] };
    const guard = createTestGuard({ skills: found });
    await guard.loadFromServer("a");
    found.a = [{ ...skill("a", "Read Write"), digest: "sha256:edited" }];
    await guard.loadFromServer("a");
    expect(await guard.call("Write")).toMatchObject({ effect: "deny" });
    await guard.call("mcp__skillwright__skills_deactivate", {}, { leaves: "" });
    expect(await guard.call("Bash")).toEqual(none);
  });

  test("a skill loaded by both is deactivated for one and stays active for the other", async () => {
    for (const order of [
      ["load", "loadFromServer"],
      ["loadFromServer", "load"],
    ] as const) {
      const guard = createTestGuard({ skills });
      for (const load of order) await guard[load]("a");
      await guard.call("mcp__skillwright__skills_deactivate", {}, { leaves: "" });
      expect(await guard.call("Write")).toMatchObject({ effect: "deny" });
    }
  });
});

test("a skill loaded to last for the session does so, whatever a later hook is configured to do", async () => {
  const skills = { a: [skill("a", "Read")] };
  const lasting = createTestGuard({ lifetime: "session", skills });
  await lasting.loadFromServer("a");
  const later = createTestGuard({ lifetime: "turn", skills, host: { folder: lasting.folder } });
  await later.loadFromServer("a");
  await later.call("mcp__skillwright__skills_deactivate", {}, { leaves: "a" });
  await later.prompt();
  expect(await later.call("Write")).toMatchObject({ effect: "deny" });
});

describe("a prompt", () => {
  test("activates the skills it names, and ignores other words", async () => {
    const guard = createTestGuard({ skills: { a: [skill("a", "Read")] } });
    expect(await guard.prompt("a", "help")).toEqual(none);
    expect(await guard.call("Write")).toMatchObject({ effect: "deny" });
    expect(summary(guard.events)[0]).toBe("skill-activated a user");
  });

  test("is subject to rules on skills for words that are certainly skills", async () => {
    const guard = createTestGuard({ policy: [policyOf("user", { deny: "Skill" })] });
    expect(await guard.prompt("help")).toEqual(none);
    expect(await guard.judge({ kind: "load", skills: ["help"] } as never)).toMatchObject({ effect: "deny" });
  });

  test("ends earlier skills before it starts new ones", async () => {
    const guard = createTestGuard({ skills: { a: [skill("a", "Read")], b: [skill("b", "Write")] } });
    await guard.prompt("a");
    await guard.prompt("b");
    expect(await guard.call("Write")).toEqual(none);
    expect(await guard.call("Read")).toMatchObject({ effect: "deny" });
  });

  test("reported in two events activates its skills in either order", async () => {
    for (const kinds of [
      ["prompt", "load"],
      ["load", "prompt"],
    ]) {
      const guard = createTestGuard({ skills: { a: [skill("a", "Read")] } });
      for (const kind of kinds) expect(await guard.judge({ kind, skills: ["a"] } as never)).toEqual(none);
      expect(await guard.call("Write")).toMatchObject({ effect: "deny" });
    }
  });

  test("a load without a prompt adds to the active skills", async () => {
    const guard = createTestGuard({ skills: { a: [skill("a", "Read")], b: [skill("b", "Write")] } });
    await guard.prompt("a");
    await guard.judge({ kind: "load", skills: ["b"] } as never);
    expect(await guard.call("Read")).toMatchObject({ effect: "deny" });
  });

  test("typing a skill's name counts as approval", async () => {
    const policy = [policyOf("organisation", { ask: "Skill" })];
    const guard = createTestGuard({ policy, skills: { a: [skill("a", "Read")] } });
    expect(await guard.prompt("a")).toEqual(none);
    expect(await guard.call("Write")).toMatchObject({ effect: "deny" });
  });

  test("for a forbidden skill is refused, as is every call until the next prompt", async () => {
    const policy = [policyOf("organisation", { deny: "Skill(a)", allow: "Read" })];
    for (const lifetime of ["turn", "session"] as const) {
      const guard = createTestGuard({
        policy,
        lifetime,
        skills: { a: [skill("a")], b: [skill("b", "Read")] },
      });
      expect(await guard.prompt("a")).toEqual({
        effect: "deny",
        reason: "The skill a is not allowed here. The rule Skill(a) of the organisation denies it: a.",
      });
      expect(await guard.call("Read")).toMatchObject({
        effect: "deny",
        reason: expect.stringContaining("Nothing runs until the user's next message."),
      });
      expect(await guard.prompt("b")).toEqual(none);
      expect(await guard.call("Read")).toMatchObject({ effect: "allow" });
      expect(summary(guard.events).filter((line) => line.startsWith("skill"))).toEqual([
        "skill-refused a denied-by-rule",
        "skill-activated b user",
      ]);
    }
  });

  test("for an unreadable skill is refused likewise", async () => {
    const guard = createTestGuard({
      skills: { a: new SkillError("file-forbidden", { path: "/a/SKILL.md" }) },
    });
    expect(await guard.prompt("a")).toMatchObject({
      effect: "deny",
      reason: expect.stringContaining("/a/SKILL.md"),
    });
    expect(await guard.call("Read")).toMatchObject({ effect: "deny" });
    expect(await guard.prompt()).toEqual(none);
    expect(await guard.call("Read")).toEqual(none);
  });
});

test("sessions are independent of each other", async () => {
  const guard = createTestGuard({ skills: { a: [skill("a", "Read")] } });
  await guard.load("a");
  const uses = [{ tool: "Write", input: {} }];
  expect(await guard.judge({ kind: "call", uses, session: "s2" } as never)).toEqual(none);
  await guard.judge({ kind: "session-end", session: "s2" } as never);
  expect(await guard.call("Write")).toMatchObject({ effect: "deny" });
});

test("irrelevant events are answered and leave no state behind", async () => {
  const guard = createTestGuard();
  expect(await guard.judge({ kind: "other" } as never)).toEqual(none);
  expect(await guard.prompt()).toEqual(none);
  expect(await guard.judge({ kind: "session-end" } as never)).toEqual(none);
  expect(guard.events).toEqual([]);
});

describe("a skill an agent reports as loaded", () => {
  const told = (name: string, tools?: readonly string[]) =>
    ({ kind: "loaded", skill: name, ...(tools === undefined ? {} : { tools }) }) as never;

  test("restricts from then on, even if we do not know the skill", async () => {
    const guard = createTestGuard();
    await guard.load("plug:plugged");
    expect(await guard.judge(told("plug:plugged", ["Read", "Bash(git status:*)"]))).toEqual(none);
    expect(await guard.call("Bash", { command: "git status" })).toEqual(none);
    expect(await guard.call("Bash", { command: "touch x" })).toMatchObject({ effect: "deny" });
    await guard.prompt();
    expect(await guard.call("Bash", { command: "touch x" })).toEqual(none);
    expect(guard.events.find(({ event }) => event === "skill-activated")).toMatchObject({
      ...{ skill: { name: "plug:plugged", digest: "none" }, trigger: "model" },
      requestedTools: ["Read", "Bash(git status:*)"],
    });
  });

  test("adds nothing to one we found, and applies in addition if its list differs", async () => {
    const guard = createTestGuard({ skills: { pdf: [skill("pdf", "Read Grep")] } });
    await guard.load("pdf");
    await guard.judge(told("pdf", ["Grep", "Read"]));
    await guard.judge(told("office:pdf"));
    expect(guard.events.filter(({ event }) => event === "skill-activated")).toHaveLength(1);
    await guard.judge(told("pdf", ["Read"]));
    expect(await guard.call("Grep")).toMatchObject({ effect: "deny" });
    expect(await guard.call("Read")).toEqual(none);
  });

  test("restricts nothing if it has no list, and is recorded", async () => {
    const guard = createTestGuard();
    await guard.judge(told("free"));
    expect(await guard.call("Write")).toEqual(none);
    expect(summary(guard.events)).toEqual([
      "skill-activated free model",
      "tool-call-allowed Write default/otherwise/by-default under [free]",
    ]);
  });

  test("opens no folder it does not name", async () => {
    const guard = createTestGuard();
    await guard.judge(told("x", ["Read({baseDir}/**)"]));
    expect(await guard.call("Read", { file_path: "/etc/passwd" })).toMatchObject({ effect: "deny" });
  });
});

describe("the agent's working directory", () => {
  test("rules stay relative to the project when the agent changes its directory", async () => {
    const guard = createTestGuard({ policy: [policyOf("user", { deny: "Write(./work/secrets/**)" })] });
    const project = guard.cwd.slice(0, guard.cwd.lastIndexOf("/"));
    mkdirSync(`${guard.cwd}/secrets`);
    const inside = createTestGuard({
      policy: [policyOf("user", { deny: "Write(./work/secrets/**)" })],
      host: { project },
    });
    const cwd = `${guard.cwd}/secrets`;
    const write = { uses: [{ tool: "Write", input: { file_path: `${cwd}/k` } }], cwd } as never;
    expect(await inside.call("Write", {}, write)).toMatchObject({ effect: "deny" });
    const redirect = { uses: [{ tool: "Bash", input: { command: "echo x > k" } }], cwd } as never;
    expect(await inside.call("Bash", {}, redirect)).toMatchObject({ effect: "deny" });
    const other = { uses: [{ tool: "Write", input: { file_path: `${guard.cwd}/k` } }], cwd } as never;
    expect(await inside.call("Write", {}, other)).toEqual(none);
  });

  test("no file tool changes the agent's own policy and state, with or without a skill", async () => {
    const guard = createTestGuard();
    const own = createTestGuard({
      policy: [policyOf("user", { allow: "Write" })],
      host: { protectedPlaces: () => [guard.folder] },
    });
    mkdirSync(guard.folder);
    const reason = expect.stringContaining("which the guard protects");
    for (const tool of ["Write", "Edit", "DeleteFile", "MoveFile"])
      expect(await own.call(tool, { file_path: `${guard.folder}/policy.json` })).toMatchObject({
        effect: "deny",
        reason,
      });
    expect(await own.call("Write", { file_path: "a.txt" })).toMatchObject({ effect: "allow" });
    expect(await own.call("Read", { file_path: `${guard.folder}/policy.json` })).toEqual(none);
    expect(own.events[0]).toMatchObject({ event: "tool-call-denied", tool: "Write", reason: "unsettled" });
  });

  test("no command changes protected places either, unless a policy allows it", async () => {
    const host = { protectedPlaces: () => ["/home/ada/.codex/hooks.json"] };
    const input = { command: "rm -f /home/ada/.codex/hooks.json" };
    expect(await createTestGuard({ host }).call("Bash", input)).toMatchObject({ effect: "deny" });
    const policy = [{ protect: false }];
    expect(await createTestGuard({ host, policy }).call("Bash", input)).toEqual(none);
  });
});

test("a rule on either name of a tool behind our gateway denies it, and only its server's name allows it", async () => {
  const call = (rules: Parameters<typeof policyOf>[1]) => {
    const alias = "mcp__skillwright__fs__write_file";
    const uses = [{ tool: "mcp__fs__write_file", input: {}, alias }] as const;
    return createTestGuard({ policy: [policyOf("user", rules)] }).judge({ kind: "call", uses } as never);
  };
  for (const rule of [
    "mcp__skillwright",
    "mcp__skillwright__fs__write_file",
    "mcp__skillwright__fs__*",
    "mcp__fs",
  ])
    for (const effect of ["deny", "ask"] as const)
      expect(await call({ [effect]: rule })).toMatchObject({ effect });
  expect(await call({ allow: "mcp__fs" })).toMatchObject({ effect: "allow" });
  expect(await call({ allow: "mcp__skillwright__fs__write_file" })).toEqual(none);
  expect(await call({ only: "mcp__skillwright__fs__write_file" })).toMatchObject({ effect: "deny" });
  expect(await call({ only: "mcp__fs" })).toEqual(none);
});

test("a skill whose text our own server put into the prompt is looked for in every agent's folders", async () => {
  const guard = createTestGuard({ skills: { pdf: [skill("pdf", "Read")] } });
  await guard.judge({ kind: "load", skills: [], served: ["pdf"] } as never);
  expect(guard.queries).toEqual([{ name: "pdf", cwd: guard.cwd, reach: "everywhere" }]);
  expect(await guard.call("Bash", { command: "ls" })).toMatchObject({ effect: "deny" });
});

describe("in mode advisory", () => {
  const guardWith = (policy: Parameters<typeof createTestGuard>[0] = {}) =>
    createTestGuard({
      skills: { pdf: [skill("pdf", "Read Bash(pdftotext:*)", "WebFetch")] },
      ...policy,
      policy: [{ mode: "advisory" }, ...(policy.policy ?? [])],
    });

  test("calls outside of a skill's list pass, and the log tells that they would have been refused", async () => {
    const guard = guardWith();
    await guard.load("pdf");
    expect(await guard.call("Bash", { command: "pdftotext a.pdf; curl x" })).toEqual(none);
    expect(await guard.call("Read", { file_path: "a" })).toEqual(none);
    expect(await guard.call("TodoWrite", {})).toEqual(none);
    const told = guard.events.flatMap((event) =>
      event.event === "tool-call-allowed" ? [[event.tool, event.wouldDeny]] : [],
    );
    const reason = "not-on-the-list";
    expect(told).toEqual([
      ["Skill", undefined],
      ["Bash", { layer: "skill pdf", rule: "only", reason, detail: "curl x" }],
      ["Read", undefined],
      ["TodoWrite", undefined],
    ]);
  });

  test("what a skill or a policy denies is still refused, and places stay protected", async () => {
    const guard = guardWith({
      policy: [policyOf("user", { deny: "Write" })],
      host: { protectedPlaces: () => ["/home/ada/.codex/hooks.json"] },
    });
    await guard.load("pdf");
    for (const [tool, input] of [
      ["WebFetch", { url: "https://example.com" }],
      ["Write", { file_path: "a" }],
      ["Bash", { command: "rm /home/ada/.codex/hooks.json" }],
    ] as const)
      expect(await guard.call(tool, input)).toMatchObject({ effect: "deny" });
  });

  test("a skill of our server that cannot be found restricts nothing, so it may be loaded", async () => {
    expect(await guardWith().loadFromServer("other")).toEqual(none);
    expect(await createTestGuard().loadFromServer("other")).toMatchObject({ effect: "deny" });
  });
});
