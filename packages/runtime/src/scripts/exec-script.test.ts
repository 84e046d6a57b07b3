import { readFileSync } from "node:fs";
import { createNodeFileSystem } from "@skillwright/core/node";
import { expect, test } from "vitest";
import { createUnconfinedSandbox } from "../sandbox/unconfined.ts";
import { createTestSession, skillText, type TestSession } from "../session/test-session.ts";
import { type ExecRequest, execScript } from "./exec-script.ts";

const files = {
  "kit/SKILL.md": skillText("kit"),
  "kit/scripts/echo.sh": 'cat; echo "$@"; echo oops >&2; echo 1 > "$SKILL_OUTPUT_DIR/one"\n',
};

async function exec(
  { session, catalog, workspace }: TestSession,
  more: Partial<ExecRequest> = {},
): ReturnType<typeof execScript> {
  await session.activate({ skill: "kit", trigger: "user" });
  const fs = createNodeFileSystem();
  const place = {
    catalog,
    session,
    fs,
    workspace,
    environment: {},
    grants: {},
    sandbox: createUnconfinedSandbox(),
  };
  const request = { name: "kit", script: "echo.sh", args: ["a", "b c"], ...more };
  return execScript(request, { ...place, output: `${workspace}/out` });
}

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (const text of ["one ", "two\n"]) yield new TextEncoder().encode(text);
}

test("input is passed on and output heard as it comes; the files stay where they were asked for", async () => {
  const heard: string[] = [];
  const test = createTestSession(files);
  const stream: ExecRequest["stream"] = {
    stdin: pieces(),
    onOutput: (name, bytes) => void heard.push(`${name} ${new TextDecoder().decode(bytes)}`),
  };
  const guarded = await exec(test, { stream });
  await test.session.close();
  expect(guarded).toMatchObject({
    ok: true,
    value: { stdout: "one two\na b c\n", exitCode: 0, script: "scripts/echo.sh", sandbox: "none" },
  });
  expect(heard).toContain("stderr oops\n");
  expect(readFileSync(`${test.workspace}/out/one`, "utf8")).toBe("1\n");
});

test("it passes the guard: a policy denies it, and the log has the call and its outcome", async () => {
  const deny = [{ text: "skills_run_script", tool: "skills_run_script" }];
  const denied = createTestSession(files, { policy: { layer: { kind: "user", name: "user", deny } } });
  expect(await exec(denied)).toMatchObject({ ok: false, denial: { tool: "skills_run_script" } });
  const test = createTestSession(files);
  await exec(test);
  await test.session.close();
  expect(test.events().filter(({ event }) => event === "tool-call-finished")).toMatchObject([
    { tool: "skills_run_script", ok: true, exitCode: 0, output: "a b c\n\noops\n" },
  ]);
});

test("what runs is what was admitted, should a hook have changed it", async () => {
  const test = createTestSession(files);
  const { guard } = test.session;
  const changing: TestSession["session"] = {
    ...test.session,
    guard: (tool, _, work) => guard(tool, { name: "kit", script: "echo.sh", args: ["changed"] }, work),
  };
  expect(await exec({ ...test, session: changing })).toMatchObject({ value: { stdout: "changed\n" } });
});
