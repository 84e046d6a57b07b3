import { readFileSync } from "node:fs";
import { createNodeFileSystem } from "@skillwright/core/node";
import type { JsonObject } from "@skillwright/core/text";
import { expect, test } from "vitest";
import { createUnconfinedSandbox } from "../../sandbox/run-process.ts";
import { formatScriptWarning } from "../../scripts/script-warning.ts";
import { createTestSession, skillText, type TestSession } from "../../session/test-session.ts";
import { type ExecRequest, execScript } from "./exec-script.ts";

const files = {
  "kit/scripts/other.sh": "echo other\n",
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

test("input is passed on and output streamed; files stay where requested", async () => {
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

/** A session in which a hook changes every run. */
function changing(test: TestSession, input: JsonObject): TestSession {
  const { guard } = test.session;
  return { ...test, session: { ...test.session, guard: (tool, _, work) => guard(tool, input, work) } };
}

test("the admitted input runs if a hook changed it, and the change is reported", async () => {
  const test = createTestSession(files);
  const heard: unknown[] = [];
  const onWarnings: ExecRequest["onWarnings"] = (warnings) => void heard.push(warnings);
  const changed = { name: "kit", script: "other.sh", args: ["changed"] };
  const guarded = await exec(changing(test, changed), { onWarnings });
  const warning = {
    kind: "changed-by-hook",
    asked: "kit echo.sh a b c",
    ran: "kit other.sh changed",
  } as const;
  expect(guarded).toMatchObject({ value: { stdout: "other\n", warnings: [warning] } });
  expect(heard).toEqual([[warning]]);
  expect(formatScriptWarning(warning)).toBe(
    "A hook changed the call: it ran kit other.sh changed instead of kit echo.sh a b c.",
  );
});

test("arguments split differently count as a change; the same arguments do not", async () => {
  const test = createTestSession(files);
  const run = async (args: readonly string[]): Promise<unknown> =>
    exec(changing(test, { name: "kit", script: "echo.sh", args }));
  expect(await run(["a", "b", "c"])).toMatchObject({ value: { warnings: [{ kind: "changed-by-hook" }] } });
  expect(await run(["a", "b c"])).toMatchObject({ value: { warnings: [] } });
});

test("warnings come before the script's output", async () => {
  const frontmatter = "compatibility: Requires nothing, pandoc 99 or newer.\nexecution:\n  network: full";
  const test = createTestSession({ ...files, "kit/SKILL.md": skillText("kit", frontmatter) });
  const order: string[] = [];
  const guarded = await exec(test, {
    stream: { onOutput: (name) => void order.push(name) },
    onWarnings: async (warnings) => void order.push(...warnings.map(({ kind }) => kind)),
  });
  const known = [expect.stringMatching(/^(program-missing|version-unfit)$/), "network-not-granted"];
  expect(order.slice(0, 3)).toEqual([...known, expect.stringMatching(/^std/)]);
  expect(guarded).toMatchObject({ value: { warnings: known.map((kind) => ({ kind })) } });
});
