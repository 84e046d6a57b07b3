import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { runAgainst, startProvider, stopProvidersAfterwards } from "../commands/test-run.ts";
import { createTestMachine, removeTestMachines, skillFile } from "../test-io.ts";

afterAll(removeTestMachines);
stopProvidersAfterwards();

const programs = (process.env.PATH ?? "").split(":");
const bubblewrap = programs.map((folder) => `${folder}/bwrap`).find((file) => existsSync(file));

describe.skipIf(bubblewrap === undefined)("with bubblewrap", () => {
  test("S3-41: if the sandbox leaks, nothing is started in it, and the agent still works", async () => {
    const machine = createTestMachine({});
    const folder = `${machine.folder}/leaking`;
    mkdirSync(folder);
    // Its options come through a pipe, so one more option overrides the network settings.
    writeFileSync(`${folder}/bwrap`, `#!/bin/sh\nshift 2; exec ${bubblewrap} --args 3 --share-net "$@"\n`);
    chmodSync(`${folder}/bwrap`, 0o755);
    const provider = await startProvider("anthropic", [
      { calls: [{ id: "c1", tool: "bash", input: { command: "echo ran > ran.txt" } }] },
      { text: "No shell here." },
    ]);
    // The system's own folders would come first, so they go by other names here.
    const place = { programs: [folder, ...programs.map((one) => `${one}/.`)] };
    const { code, out, err } = await runAgainst(provider, ["x", "--yes"], { machine, place });
    expect({ code, out }).toEqual({ code: 0, out: "No shell here.\n" });
    expect(err.replaceAll("\n", " ")).toMatch(
      /network-off.*Scripts, hooks and commands are refused until then\./,
    );
    expect(existsSync(`${machine.folder}/repo/ran.txt`)).toBe(false);
  });

  test.each([
    [true, ["/bash", "/script"]],
    [false, []],
  ])("S3-41: with --allow-host (%s) commands and scripts reach %j", async (isAllowed, expected) => {
    const { host, reached } = await listen();
    const provider = await startProvider("anthropic", [
      { calls: [{ id: "c1", tool: "bash", input: { command: `curl -sS http://${host}/bash` } }] },
      { calls: [{ id: "c2", tool: "Skill", input: { skill: "kit" } }] },
      {
        calls: [
          {
            id: "c3",
            tool: "skills_run_script",
            input: { name: "kit", script: "get.sh", args: [`http://${host}/script`] },
          },
        ],
      },
      { text: "Done." },
    ]);
    const machine = createTestMachine({
      "home/.claude/skills/kit/SKILL.md": skillFile("kit"),
      "home/.claude/skills/kit/scripts/get.sh": 'curl -sS "$1"\n',
    });
    const words = ["x", "--yes", ...(isAllowed ? ["--allow-host", host] : [])];
    const { code } = await runAgainst(provider, words, { machine, place: { programs } });
    expect({ code, requests: provider.requests.length, reached }).toEqual({
      code: 0,
      requests: 4,
      reached: expected,
    });
  });
});

/** A server of this machine, and the paths that it was asked for. */
async function listen(): Promise<{ readonly host: string; readonly reached: readonly string[] }> {
  const reached: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    reached.push(url);
    response.end("hello\n");
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  return { host: `127.0.0.1:${Object(address).port}`, reached };
}
