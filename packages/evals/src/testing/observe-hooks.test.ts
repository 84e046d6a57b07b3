import { describe, expect, test } from "vitest";
import { confined, runFirst, type SuiteContent } from "./test-suite.ts";

/** A skill that refuses `rm`, asks before `git push`, and says so in three ways. */
const guarded: SuiteContent = {
  "SKILL.md": [
    "---",
    "name: tried",
    "description: Is tried.",
    "hooks:",
    "  pre: scripts/ready.sh",
    "  PreToolUse:",
    "    - matcher: Bash",
    "      hooks:",
    '        - {type: command, command: "sh $SKILL_DIR/scripts/guard.sh", timeout: 300}',
    "---",
    "",
  ].join("\n"),
  "scripts/ready.sh": '#!/bin/sh\ntest -n "$READY" || { echo "not ready" >&2; exit 2; }\n',
  "scripts/guard.sh": [
    "read -r event",
    'case "$event" in',
    '  *"rm -rf"*) echo "no removing" >&2; exit 2 ;;',
    `  *"git push"*) echo '{"decision":"ask"}' ;;`,
    "  *hang*) echo begun; exec sleep 1000 ;;",
    "  *crash*) exit 127 ;;",
    "  *write*) touch made || exit 2 ;;",
    "esac",
    "",
  ].join("\n"),
};

function hookCase(hook: string, expected: string): SuiteContent {
  return {
    ...guarded,
    "tests/cases/01-case.yaml": `name: a-case\ninput:\n  hook: ${hook}\nexpected:\n  ${expected}\n`,
  };
}

function onBash(command: string): string {
  return `{event: PreToolUse, tool: Bash, input: {command: ${JSON.stringify(command)}}}`;
}

describe("a case for hooks (S0-19)", () => {
  test.each([
    ["rm -rf build", "deny"],
    ["git push", "ask"],
    ["ls", "allow"],
  ])("passes when the skill's hooks decide about `%s` as expected: %s", async (command, decision) => {
    const result = await runFirst(hookCase(onBash(command), `decision: ${decision}`));
    expect(result).toMatchObject({ status: "passed", failures: [] });
  });

  test("fails on a different decision, and shows both and the output", async () => {
    const { failures, output } = await runFirst(hookCase(onBash("rm -rf build"), "decision: allow"));
    expect(failures).toEqual([
      { kind: "decision", expected: "allow", actual: "deny", output: "no removing\n" },
    ]);
    expect(output).toEqual({ stdout: "", stderr: "no removing\n" });
  });

  test("also checks their exit code and output", async () => {
    const expected = "decision: deny\n  exit-code: 2\n  stderr-contains: [no removing]";
    expect((await runFirst(hookCase(onBash("rm -rf build"), expected))).failures).toEqual([]);
  });

  test("a tool without a matcher is allowed", async () => {
    const hook = "{event: pre-tool-use, tool: Read, input: {file_path: rm -rf}}";
    expect((await runFirst(hookCase(hook, "decision: allow"))).status).toBe("passed");
  });

  test("an event without a hook proves nothing", async () => {
    const { failures } = await runFirst(hookCase("{event: Stop}", "decision: allow"));
    expect(failures).toEqual([{ kind: "decision", expected: "allow", actual: "none", output: "" }]);
  });

  test("S0-20: hooks get the config's variables, as a skill's pre script shows", async () => {
    const content = hookCase("{event: pre}", "decision: allow");
    const config = { "tests/test-config.json": '{"version":1,"env":{"READY":"yes"}}' };
    expect((await runFirst({ ...content, ...config })).failures).toEqual([]);
    expect((await runFirst(content)).failures).toMatchObject([{ kind: "decision", actual: "deny" }]);
  });

  test.skipIf(confined === undefined)("hooks cannot write, as in a session", async () => {
    expect((await runFirst(hookCase(onBash("write"), "decision: deny"))).status).toBe("passed");
  });

  test("hooks get only the variables of a session", async () => {
    const content = hookCase(onBash("ls"), "decision: allow\n  stdout-contains: [never]");
    const guard = 'echo "[$SKILL_WORKSPACE] $CLAUDE_SESSION_ID $(basename "$SKILL_DIR")"';
    const { output } = await runFirst({ ...content, "scripts/guard.sh": guard });
    expect(output?.stdout).toBe("[] test tried\n");
  });

  test("a hook that hangs is ended when the case's time is up", async () => {
    const config = { "tests/test-config.json": '{"version":1,"timeout":0.5}' };
    const { failures } = await runFirst({ ...hookCase(onBash("hang"), "decision: deny"), ...config });
    expect(failures).toEqual([
      { kind: "stopped", expected: "exited", actual: "timed-out", output: "begun\n" },
    ]);
  });

  test("a missing program is not a refusal by the hook", async () => {
    const { failures } = await runFirst(hookCase(onBash("crash"), "decision: deny"));
    expect(failures).toMatchObject([{ kind: "not-run" }]);
    expect(failures[0]?.actual).toContain("failed with exit code 127");
  });

  test("a missing script is reported, not mistaken for a refusal", async () => {
    const { "scripts/ready.sh": _, ...content } = hookCase("{event: pre}", "decision: deny");
    const { failures } = await runFirst(content);
    expect(failures).toMatchObject([{ kind: "not-run" }]);
    expect(failures[0]?.actual).toContain("is not a file of that skill");
  });

  test("hooks that no session would run are reported", async () => {
    const content = hookCase(onBash("ls"), "decision: allow");
    const manifest = "---\nname: tried\ndescription: Is tried.\nhooks:\n  OnMoonrise: []\n---\n";
    const broken =
      "---\nname: tried\ndescription: D.\nhooks:\n  OnMoonrise:\n    - hooks: [{type: command, command: ls}]\n---\n";
    const results = await Promise.all(
      [manifest, broken].map((text) => runFirst({ ...content, "SKILL.md": text })),
    );
    expect(results.map(({ failures }) => failures[0]?.actual)).toEqual([
      expect.stringContaining("hooks.OnMoonrise is not a hook event"),
      expect.stringContaining("hooks.OnMoonrise is not a hook event"),
    ]);
  });
});
