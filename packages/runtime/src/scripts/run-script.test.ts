import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@skillwright/core/text";
import { expect, test } from "vitest";
import { createUnconfinedSandbox } from "../sandbox/run-process.ts";
import type { RunRequest, RunResult, Sandbox } from "../sandbox/sandbox.ts";
import { sealedPaths } from "../sandbox/sealed-paths.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { createTestSession, skillText, type TestSession } from "../session/test-session.ts";

const files = {
  "kit/SKILL.md": skillText("kit"),
  "kit/scripts/write.sh": 'mkdir "$SKILL_OUTPUT_DIR/deep"; echo 1,2 > "$SKILL_OUTPUT_DIR/deep/report.csv"\n',
  "kit/scripts/silent.sh": "true\n",
  "asks/SKILL.md": skillText("asks", "execution:\n  allowed-paths: [out, /etc, ../x]\n  network: full"),
  "asks/scripts/run.sh": "echo ran\n",
  "strict/SKILL.md": skillText("strict", "execution:\n  sandbox: true"),
  "strict/scripts/run.sh": "echo ran\n",
  "needs/SKILL.md": skillText("needs", "compatibility:\n  requires: [git, terraform>=99]"),
  "needs/scripts/run.sh": "echo ran\n",
  "says/SKILL.md": skillText("says", "compatibility: Requires terraform and bash."),
  "says/scripts/run.sh": "echo ran\n",
};

const environment = { PATH: "/usr/bin:/bin" };

function open(options: Partial<SessionOptions> = {}): TestSession {
  return createTestSession(files, { sandbox: createUnconfinedSandbox(), environment, ...options });
}

/** Calls a tool of a session in which the skill is active. */
async function call({ session }: TestSession, name: string, input: JsonObject): Promise<JsonObject> {
  const tool = (await session.tools()).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool.call(input);
}

async function run(test: TestSession, skill: string, script = "run.sh"): Promise<JsonObject> {
  await test.session.activate({ skill });
  return call(test, "skills_run_script", { name: skill, script });
}

/** A sandbox that records what it runs, and answers as configured. */
function createWatched(
  result: Partial<RunResult> = {},
  confines = true,
): Sandbox & { readonly requests: RunRequest[] } {
  const requests: RunRequest[] = [];
  const ended = {
    status: "exited",
    exitCode: 0,
    stdout: "",
    stderr: "",
    truncated: false,
    durationMs: 1,
  } as const;
  return {
    name: "watched",
    confines,
    requests,
    run: async (request) => {
      requests.push(request);
      return { ...ended, ...result };
    },
  };
}

test("S3-41: files in the output folder are named, readable, and removed with the session", async () => {
  const test = open({ agentTools: true });
  const { data } = await run(test, "kit", "write.sh");
  const { output_folder: folder, output_files: names } = Object(data);
  expect(names).toEqual(["deep/report.csv"]);
  const path = `${folder}/deep/report.csv`;
  expect(await call(test, "read", { path })).toMatchObject({ success: true, result: { content: "1,2" } });
  expect(await call(test, "write", { path, content: "x" })).toMatchObject({ success: false });
  await test.session.close();
  expect(existsSync(folder)).toBe(false);
});

test("each run has its own folder, and one that wrote nothing leaves none", async () => {
  const test = open();
  const first = await run(test, "kit", "write.sh");
  const second = await run(test, "kit", "write.sh");
  expect(Object(first.data).output_folder).not.toBe(Object(second.data).output_folder);
  expect(Object.keys(Object((await run(test, "kit", "silent.sh")).data))).not.toContain("output_folder");
  await test.session.close();
});

test("in a folder the host named, the files are kept", async () => {
  const test = open();
  const output = join(test.workspace, "kept");
  const named = open({ skillTools: { scripts: { output } } });
  const { data } = await run(named, "kit", "write.sh");
  await named.session.close();
  expect(readFileSync(`${Object(data).output_folder}/deep/report.csv`, "utf8")).toBe("1,2\n");
  expect(Object(data).output_folder.startsWith(`${output}/skillwright-`)).toBe(true);
});

test("S3-41 S3-44: the sandbox gets everything the script may access, and the model is informed of what it may not", async () => {
  const sandbox = createWatched();
  const test = open({ sandbox });
  mkdirSync(join(test.workspace, "out"));
  const directory = join(test.skills, "asks");
  expect((await run(test, "asks")).warnings).toMatchObject([
    { code: "NOT_GRANTED", message: expect.stringContaining("may not write to /etc: it is outside") },
    { code: "NOT_GRANTED", message: expect.stringContaining("may not write to ../x") },
    { code: "NOT_GRANTED", message: expect.stringContaining("asks for network access (full) and has none") },
  ]);
  const [request] = sandbox.requests;
  const output = request?.environment.SKILL_OUTPUT_DIR ?? "";
  expect(request).toEqual({
    command: ["sh", join(directory, "scripts/run.sh")],
    cwd: directory,
    environment: {
      PATH: "/usr/bin:/bin",
      SKILL_NAME: "asks",
      SKILL_DIR: directory,
      SKILL_WORKSPACE: test.workspace,
      SKILL_OUTPUT_DIR: output,
    },
    readable: [directory, test.workspace],
    writable: [join(test.workspace, "out"), output],
    sealed: sealedPaths(join(test.workspace, "out")),
    network: "none",
    timeoutMs: 120_000,
    outputBytes: 30_000,
    onConnection: expect.any(Function),
    signal: expect.any(AbortSignal),
  });
});

test("the host's grants apply without a warning", async () => {
  const sandbox = createWatched();
  const hosts = { hosts: ["api.example.org"] };
  const test = open({ sandbox, skillTools: { scripts: { writable: ["/etc"], network: hosts } } });
  const { warnings } = await run(test, "asks");
  expect(warnings).toHaveLength(2);
  expect(sandbox.requests[0]).toMatchObject({ network: hosts, writable: ["/etc", expect.any(String)] });
});

test("a policy that protects a file excludes its folder from scripts", async () => {
  const sandbox = createWatched();
  const deny = [{ text: "Write(out/a.txt)", tool: "Write", pattern: "out/a.txt" }];
  const test = open({ sandbox, policy: { layer: { kind: "organisation", name: "organisation", deny } } });
  mkdirSync(join(test.workspace, "out"));
  const { warnings } = await run(test, "asks");
  expect(sandbox.requests[0]?.writable).toHaveLength(1);
  expect(warnings).toContainEqual({
    code: "NOT_GRANTED",
    message: "The skill may not write to out: a policy protects something there.",
  });
});

test("S3-41: a skill that requires a sandbox does not run without one", async () => {
  expect(await run(open(), "strict")).toMatchObject({
    ok: false,
    errors: [
      { code: "SANDBOX_UNAVAILABLE", message: expect.stringContaining("as required by the skill itself") },
    ],
  });
  expect(await run(open({ sandbox: createWatched() }), "strict")).toMatchObject({ ok: true });
});

test("a skill's required programs are checked before anything runs", async () => {
  const sandbox = createWatched();
  expect(await run(open({ sandbox }), "needs")).toMatchObject({
    ok: false,
    errors: [{ code: "REQUIREMENT_MISSING", message: expect.stringContaining("requires terraform>=99") }],
  });
  expect(sandbox.requests).toEqual([]);
});

test("a skill that changes during version checks does not run, and the call is already recorded", async () => {
  const asked: (readonly string[])[] = [];
  const sandbox = createWatched({ stdout: "git version 2.40.0" });
  const files = {
    "sly/SKILL.md": skillText("sly", "compatibility:\n  requires: [sh>=1]"),
    "sly/scripts/run.sh": "echo ran\n",
  };
  const test = createTestSession(files, {
    environment,
    sandbox: {
      ...sandbox,
      run: async (request) => {
        asked.push(test.events().map(({ event }) => event));
        appendFileSync(join(test.skills, "sly/scripts/run.sh"), "echo evil\n");
        return sandbox.run(request);
      },
    },
  });
  expect(await run(test, "sly")).toMatchObject({ ok: false, errors: [{ code: "SKILL_CHANGED" }] });
  expect(sandbox.requests.map(({ command }) => command)).toEqual([["sh", "--version"]]);
  expect(asked).toEqual([expect.arrayContaining(["tool-call-allowed"])]);
});

test("programs mentioned in prose are warnings", async () => {
  expect(await run(open(), "says")).toMatchObject({
    ok: true,
    data: { stdout: "ran\n" },
    warnings: [{ code: "REQUIREMENT_MISSING", message: expect.stringContaining("needs terraform") }],
  });
});

test("a version mentioned in prose that does not match is a warning with both", async () => {
  const old = skillText("old", "compatibility: Requires bash 99 or newer.");
  const files = { "old/SKILL.md": old, "old/scripts/run.sh": "echo ran\n" };
  const test = createTestSession(files, { sandbox: createUnconfinedSandbox(), environment });
  expect(await run(test, "old")).toMatchObject({
    ok: true,
    data: { stdout: "ran\n" },
    warnings: [
      {
        code: "REQUIREMENT_MISSING",
        message: expect.stringMatching(
          /^The skill says it needs bash 99 or newer, and bash is version [\d.]+\. Install another version if the script fails\.$/,
        ),
      },
    ],
  });
});

test.each([
  [{ status: "timed-out", exitCode: 143 }, "TIMEOUT", "Timeout exceeded: 120000 ms"],
  [{ status: "aborted", exitCode: 143 }, "TIMEOUT", "The script was cancelled"],
  [
    { status: "over-limit", exceeded: "memory", exitCode: 137 },
    "LIMIT_EXCEEDED",
    "The script used more than 2,147,483,648 bytes of memory and was stopped",
  ],
  [
    { status: "over-limit", exceeded: "processes", exitCode: 137 },
    "LIMIT_EXCEEDED",
    "The script started more than 256 processes at once and was stopped",
  ],
  [
    { status: "over-limit", exceeded: "disk", exitCode: 137 },
    "LIMIT_EXCEEDED",
    "The script wrote more than 1,073,741,824 bytes to disk, or nearly filled it, and was stopped",
  ],
] as const)("a stopped run states why: %j", async (result, code, message) => {
  expect(await run(open({ sandbox: createWatched(result) }), "kit", "silent.sh")).toMatchObject({
    ok: false,
    data: { exit_code: result.exitCode },
    errors: [{ code, message }],
  });
});

test("T5: each host a script tries to reach is recorded, with the skill", async () => {
  const decision = { host: "evil.example", port: 443, allowed: false, reason: "not-listed" };
  const sandbox = createWatched();
  const test = open({
    sandbox: {
      ...sandbox,
      run: async (request) => {
        request.onConnection?.(decision);
        return sandbox.run(request);
      },
    },
  });
  await run(test, "kit", "silent.sh");
  await test.session.close();
  expect(test.events().filter(({ event }) => event === "connection-decided")).toMatchObject([
    { ...decision, tool: "skills_run_script", skills: [{ name: "kit" }] },
  ]);
});

test("a sub-agent's files are kept with the calling agent's, which can read them afterwards", async () => {
  let folder = "";
  const forked = {
    "far/SKILL.md": skillText("far", "context: fork"),
    "far/scripts/write.sh": files["kit/scripts/write.sh"],
  };
  const test = createTestSession(forked, {
    sandbox: createUnconfinedSandbox(),
    environment,
    runSubagent: async ({ session }) => {
      const tool = (await session.tools()).find((one) => one.name === "skills_run_script");
      folder = String(Object((await tool?.call({ name: "far", script: "write.sh" }))?.data).output_folder);
      return { text: folder };
    },
  });
  await test.session.activate({ skill: "far" });
  expect(existsSync(join(folder, "deep/report.csv"))).toBe(true);
  await test.session.close();
  expect(existsSync(folder)).toBe(false);
});

test("a script that cannot start leaves no folder behind", async () => {
  const test = open();
  const output = join(test.workspace, "kept");
  const broken = { "odd/SKILL.md": skillText("odd"), "odd/scripts/x.sh": "#!/no/such/program\n" };
  const named = createTestSession(broken, {
    sandbox: createUnconfinedSandbox(),
    environment,
    skillTools: { scripts: { output } },
  });
  expect(await run(named, "odd", "x.sh")).toMatchObject({ ok: false });
  expect(existsSync(output)).toBe(false);
});

test("S3-41: a workspace that is the whole home folder is hidden from a confined script, with a warning", async () => {
  const sandbox = createWatched();
  const test = open({ sandbox });
  const home = open({ sandbox, workspace: test.workspace, environment: { HOME: test.workspace } });
  mkdirSync(join(test.workspace, "out"));
  await run(home, "asks");
  expect(sandbox.requests[0]?.writable).toHaveLength(1);
  await home.session.deactivate();
  expect(await run(home, "kit", "silent.sh")).toMatchObject({
    ok: true,
    warnings: [{ code: "NOT_GRANTED", message: expect.stringContaining("Start in your project folder.") }],
  });
  expect(sandbox.requests[1]?.readable).toEqual([join(home.skills, "kit")]);
});
