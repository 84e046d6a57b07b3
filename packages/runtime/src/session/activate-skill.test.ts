import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMemorySink } from "@skillwright/core/audit";
import { tokenizeTools } from "@skillwright/core/parse";
import { expect, test } from "vitest";
import { createTestSession, skillText } from "./test-session.ts";

test("S1-35: an activation returns the instructions, the skill's location and its files", async () => {
  const { session, skills } = createTestSession({
    "pdf/SKILL.md": skillText("pdf", "", "Read references/forms.md."),
    "pdf/references/forms.md": "Forms.",
  });
  const result = await session.activate({ skill: "pdf" });
  expect(result.text).toBe(`The "pdf" skill is loading

<skill_content name="pdf">
Read references/forms.md.

Skill directory: ${skills}/pdf
Relative paths in this skill are relative to the skill directory. Run its commands there.
<skill_resources>
  <file>references/forms.md</file>
</skill_resources>
</skill_content>`);
});

test.each([
  ["claude", "b", "a"],
  ["posix", "a", "$0"],
] as const)("arguments are numbered as in %s", async (indexBase, one, zero) => {
  const { session } = createTestSession(
    { "pdf/SKILL.md": skillText("pdf", "arguments: file", "[$1] [$0] [$file] [$ARGUMENTS]") },
    { indexBase },
  );
  const { text } = await session.activate({ skill: "pdf", arguments: "a b" });
  expect(text).toContain(`[${one}] [${zero}] [a] [a b]`);
});

test("variables of the skill, session and workspace are filled in", async () => {
  const { session, skills, workspace } = createTestSession(
    {
      "pdf/SKILL.md": skillText(
        "pdf",
        "",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: these belong to the author of the skill.
        "${SKILL_DIR} ${CLAUDE_SKILL_DIR} ${WORKSPACE} ${SESSION_ID} ${USER} ${TEAM}",
      ),
    },
    { user: "sam", variables: { TEAM: "docs" } },
  );
  const { text } = await session.activate({ skill: "pdf" });
  expect(text).toContain(`${skills}/pdf ${skills}/pdf ${workspace} ${session.id} sam docs`);
});

test("an unknown name is answered with similar skills", async () => {
  const { session } = createTestSession({
    "pdf-text/SKILL.md": skillText("pdf-text"),
    "deploy/SKILL.md": skillText("deploy", "disable-model-invocation: true"),
  });
  expect(await session.activate({ skill: "pdf-text-extraction" })).toMatchObject({
    text: "No skill named pdf-text-extraction. Did you mean one of these? pdf-text.",
  });
  expect(await session.activate({ skill: "deploy-everything" })).toMatchObject({
    text: "No skill named deploy-everything.",
  });
  expect(await session.activate({ skill: "pdf-txt" })).toMatchObject({
    text: "No skill named pdf-txt. Did you mean pdf-text?",
  });
});

test("S3-67: skills that activate each other in a cycle are refused with the cycle", async () => {
  const { session } = createTestSession({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b") });
  await session.activate({ skill: "a" });
  await session.activate({ skill: "b" });
  expect(await session.activate({ skill: "a" })).toEqual({
    status: "refused",
    code: "cycle",
    text: "Skills would activate each other in a cycle: a → b → a. a is already active; follow its instructions, or leave the skills inside it first.",
  });
});

test("S3-67: at most five skills may be nested", async () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const { session } = createTestSession(
    Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name)])),
  );
  const results = [];
  for (const skill of names) results.push(await session.activate({ skill }));
  expect(results.map(({ status }) => status)).toEqual([...Array(5).fill("activated"), "refused"]);
  expect(results.at(-1)).toMatchObject({
    code: "too-deep",
    text: expect.stringContaining("a → b → c → d → e → f"),
  });
  // In the place of the innermost, so not deeper.
  expect(await session.activate({ skill: "e", arguments: "other" })).toMatchObject({ status: "activated" });
});

test("C-23: nested skills restrict together, and leaving the outer one leaves the inner ones", async () => {
  const { session } = createTestSession({
    "outer/SKILL.md": skillText("outer", "allowed-tools: Read Bash"),
    "inner/SKILL.md": skillText("inner", "allowed-tools: Read Write"),
  });
  await session.activate({ skill: "outer" });
  await session.activate({ skill: "inner" });
  const effects = (): readonly string[] =>
    ["Read", "Bash", "Write"].map((tool) => session.review(tool, { path: "a", command: "ls" }).effect);
  expect(effects()).toEqual(["allow", "deny", "deny"]);
  expect(await session.deactivate("outer")).toEqual({
    left: ["inner", "outer"],
    text: "Left inner, outer. No skill is active.",
  });
  expect(effects()).toEqual(["allow", "allow", "allow"]);
});

test("C-23: if the host configures it, only the innermost skill restricts", async () => {
  const { session } = createTestSession(
    {
      "outer/SKILL.md": skillText("outer", "allowed-tools: Read"),
      "inner/SKILL.md": skillText("inner", "allowed-tools: Write"),
    },
    { nesting: "top" },
  );
  await session.activate({ skill: "outer" });
  await session.activate({ skill: "inner" });
  expect(session.review("Write", { path: "a" }).effect).toBe("allow");
  await session.deactivate("inner");
  expect(session.review("Write", { path: "a" }).effect).toBe("deny");
});

test("the same skill again gets a short note; with other arguments it starts over", async () => {
  const { session } = createTestSession({ "pdf/SKILL.md": skillText("pdf", "", "Do $ARGUMENTS.") });
  await session.activate({ skill: "pdf", arguments: "one" });
  const again = await session.activate({ skill: "pdf", arguments: "one" });
  expect(again).toMatchObject({ status: "already-active" });
  expect(again.text).toBe(
    'The "pdf" skill is already active; its instructions are above. Keep following them.',
  );
  const other = await session.activate({ skill: "pdf", arguments: "two" });
  expect(other).toMatchObject({ status: "activated", text: expect.stringContaining("Do two.") });
  expect(session.active()).toHaveLength(1);
});

test("a user-only skill is refused to a model and given to a person, on the same path", async () => {
  const { session, events } = createTestSession({
    "deploy/SKILL.md": skillText("deploy", "disable-model-invocation: true\nallowed-tools: Read"),
  });
  expect(await session.activate({ skill: "deploy" })).toMatchObject({ code: "not-invocable" });
  expect(await session.activate({ skill: "/deploy", trigger: "user" })).toMatchObject({
    status: "activated",
  });
  expect(session.review("Bash", { command: "ls" }).effect).toBe("deny");
  expect(
    events().flatMap((event) => ("trigger" in event ? [`${event.event} ${event.trigger}`] : [])),
  ).toEqual([
    "skill-activating model",
    "skill-refused model",
    "skill-activating user",
    "skill-activated user",
  ]);
});

test("a model-only skill is refused to a person and given to a model", async () => {
  const { session } = createTestSession({ "aid/SKILL.md": skillText("aid", "user-invocable: false") });
  expect(await session.activate({ skill: "aid", trigger: "user" })).toMatchObject({ code: "not-invocable" });
  expect(await session.activate({ skill: "aid" })).toMatchObject({ status: "activated" });
});

test("a skill that conflicts with an active one is refused, whichever declares it", async () => {
  const quarrel = "composition:\n  conflicts: [tabs]";
  const { session } = createTestSession({
    "spaces/SKILL.md": skillText("spaces", quarrel),
    "tabs/SKILL.md": skillText("tabs"),
  });
  await session.activate({ skill: "tabs" });
  expect(await session.activate({ skill: "spaces" })).toMatchObject({ code: "conflict" });
  await session.deactivate();
  await session.activate({ skill: "spaces" });
  expect(await session.activate({ skill: "tabs" })).toMatchObject({ code: "conflict" });
});

test("a skill that needs a sub-agent is refused if none can be started", async () => {
  const { session, events } = createTestSession({ "far/SKILL.md": skillText("far", "context: fork") });
  expect(await session.activate({ skill: "far" })).toEqual({
    status: "refused",
    code: "fork-unavailable",
    text: "The skill far needs a sub-agent, and this host does not start any.",
  });
  expect(events().at(-1)).toMatchObject({ event: "skill-refused", skill: "far", reason: "fork-unavailable" });
});

test("the policy can forbid skills by name", async () => {
  const { session } = createTestSession(
    { "deploy-prod/SKILL.md": skillText("deploy-prod"), "pdf/SKILL.md": skillText("pdf") },
    {
      policy: {
        layer: { kind: "organisation", name: "organisation", deny: tokenizeTools("Skill(deploy-*)") },
      },
    },
  );
  expect(await session.activate({ skill: "deploy-prod" })).toMatchObject({
    code: "denied",
    text: expect.stringContaining("Tool 'Skill' not allowed by the policy of the organisation"),
  });
  expect(await session.activate({ skill: "pdf" })).toMatchObject({ status: "activated" });
});

test("a skill for one turn is deactivated when the turn ends, and one for the session stays active", async () => {
  const { session } = createTestSession({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b") });
  await session.activate({ skill: "a", lifetime: "session" });
  await session.activate({ skill: "b", lifetime: "turn" });
  await session.endTurn();
  expect(session.active().map(({ name }) => name)).toEqual(["a"]);
  expect(await session.deactivate()).toEqual({
    left: [],
    text: "The skill a stays active for the whole session.",
  });
});

test("a skill for the session stays active even if activated inside one for a turn", async () => {
  const { session } = createTestSession({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b") });
  await session.activate({ skill: "a", lifetime: "turn" });
  await session.activate({ skill: "b", lifetime: "session" });
  await session.endTurn();
  expect(session.active().map(({ name }) => name)).toEqual(["b"]);
});

test("the instructions of active skills survive a shortened conversation", async () => {
  const { session } = createTestSession({
    "long/SKILL.md": skillText("long", "", "word ".repeat(20_000)),
    "pdf/SKILL.md": skillText("pdf", "", "Use pdftotext."),
  });
  expect(session.protectedContent()).toBe("");
  await session.activate({ skill: "long" });
  await session.activate({ skill: "pdf" });
  const kept = session.protectedContent();
  expect(kept).toContain("Use pdftotext.");
  expect(kept).toContain("[Cut here. Read the skill's SKILL.md for the rest.]");
  expect(kept.length).toBeLessThan(21_000);
});

test("S3-69: the events of an activation are streamed in order, with texts to show", async () => {
  const { describeEvent } = await import("./session-events.ts");
  const { session } = createTestSession({
    "code-review/SKILL.md": skillText("code-review", "allowed-tools: Read"),
  });
  const reading = (async () => {
    const seen = [];
    for await (const event of session.events) seen.push(event);
    return seen;
  })();
  await session.activate({ skill: "code-review" });
  await session.guard("Read", { path: "a" }, () => "text");
  await session.guard("Bash", { command: "ls" }, () => "text");
  await session.deactivate();
  await session.close();
  const seen = await reading;
  expect(seen.map(({ event }) => event)).toEqual([
    "session-started",
    "skill-activating",
    "skill-activated",
    "tool-call-allowed",
    "tool-call-finished",
    "tool-call-denied",
    "skill-deactivated",
    "session-ended",
  ]);
  expect(seen.flatMap((event) => describeEvent(event) ?? [])).toEqual([
    "Activating 'code-review' skill...",
    "Refused Bash (skill code-review: only).",
    "Left the 'code-review' skill.",
  ]);
});

test("a skill that changed on disk is activated with its current content and list", async () => {
  const { session, skills } = createTestSession({ "pdf/SKILL.md": skillText("pdf", "allowed-tools: Read") });
  await session.activate({ skill: "pdf" });
  await session.deactivate();
  writeFileSync(join(skills, "pdf/SKILL.md"), skillText("pdf", "allowed-tools: Write"));
  await session.activate({ skill: "pdf" });
  expect(session.review("Write", { path: "a" }).effect).toBe("allow");
  expect(session.review("Read", { path: "a" }).effect).toBe("deny");
});

test("in mode advisory a session records what a skill's list would have refused", async () => {
  const audit = createMemorySink();
  const { session } = createTestSession(
    { "pdf/SKILL.md": skillText("pdf", "allowed-tools: Read") },
    { policy: { mode: "advisory" }, audit },
  );
  await session.activate({ skill: "pdf" });
  for (const tool of ["Write", "Read"])
    expect(await session.guard(tool, { path: "a" }, () => "done")).toMatchObject({ ok: true });
  const told = audit.events.flatMap((event) =>
    event.event === "tool-call-allowed" ? [event.wouldDeny] : [],
  );
  expect(told).toEqual([{ layer: "skill pdf", rule: "only", reason: "not-on-the-list" }, undefined]);
});

test.each([
  ["restrict", "deny", "ask"],
  ["grant", "ask", "allow"],
  ["both", "deny", "allow"],
  ["advisory", "ask", "ask"],
] as const)(
  "C-6: in mode %s a tool off the list gets %s, one on it %s, if the user wants to be asked",
  async (mode, outside, inside) => {
    const { session } = createTestSession(
      { "pdf/SKILL.md": skillText("pdf", "allowed-tools: Read\ndisallowed-tools: Grep") },
      { policy: { mode, layer: { kind: "user", name: "user", otherwise: "ask" } } },
    );
    await session.activate({ skill: "pdf", trigger: "user" });
    const effects = ["Write", "Read", "Grep"].map(
      (tool) => session.review(tool, { path: "a", pattern: "x" }).effect,
    );
    expect(effects).toEqual([outside, inside, "deny"]);
  },
);

test("what a skill asks for is recorded with its activation", async () => {
  const { session, events } = createTestSession({
    "pdf/SKILL.md": skillText("pdf", "allowed-tools: Read Grep"),
  });
  await session.activate({ skill: "pdf" });
  expect(events().at(-1)).toMatchObject({ event: "skill-activated", requestedTools: ["Read", "Grep"] });
});

test("a fault in the catalog is not reported as an invalid skill", async () => {
  const { catalog } = createTestSession({});
  const load = async (): Promise<never> => {
    throw new TypeError("a fault");
  };
  const { session } = createTestSession({}, { catalog: { ...catalog, load } });
  await expect(session.activate({ skill: "pdf" })).rejects.toThrow("a fault");
});
