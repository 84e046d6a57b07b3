import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@skillwright/core/text";
import { describe, expect, onTestFinished, test } from "vitest";
import { createBubblewrapSandbox, findBubblewrap } from "../sandbox/bubblewrap/create-bubblewrap-sandbox.ts";
import { createTestSession, skillText, type TestSession } from "./test-session.ts";

const path = process.env.PATH ?? "";
const program = findBubblewrap(path) ?? "";

/** A session with the skill `kit` active, whose security manifest has these lines. */
async function openKit(security: readonly string[], script = "echo ran\n"): Promise<TestSession> {
  const head = ["security:", ...security.map((line) => `  ${line}`), "execution:", "  allowed-paths: [out]"];
  const test = createTestSession(
    { "kit/SKILL.md": skillText("kit", head.join("\n")), "kit/scripts/run.sh": script },
    {
      sandbox: createBubblewrapSandbox({ program, path, home: homedir() }),
      environment: { PATH: path },
      skillTools: { scripts: { network: "all" } },
    },
  );
  expect(await test.session.activate({ skill: "kit" })).toMatchObject({ status: "activated" });
  return test;
}

async function call({ session }: TestSession, name: string, input: JsonObject): Promise<JsonObject> {
  const tool = (await session.tools()).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool.call(input);
}

test("S2-31: a call beyond what a skill declares is refused and recorded, though no list forbids it", async () => {
  const { session, events } = await openKit(["modifiesFiles: false"]);
  const outcome = await session.guard("Write", { file_path: "a.txt" }, () => Promise.resolve("written"));
  expect(outcome).toMatchObject({ ok: false });
  expect(events().at(-1)).toMatchObject({
    event: "tool-call-denied",
    tool: "Write",
    rule: "security: no changes to files",
    layer: "skill kit",
  });
});

describe.skipIf(program === "")("in real bubblewrap", () => {
  test("S2-31: a script of a skill that changes no files cannot write to the workspace, only to its output", async () => {
    const script = 'echo x > "$SKILL_WORKSPACE/out/a"; echo x > "$SKILL_OUTPUT_DIR/b" && echo wrote output\n';
    const attempt = async (security: readonly string[]): Promise<boolean> => {
      const kit = await openKit(security, script);
      mkdirSync(join(kit.workspace, "out"));
      const answer = JSON.stringify(await call(kit, "skills_run_script", { name: "kit", script: "run.sh" }));
      expect(answer).toContain("wrote output");
      return existsSync(join(kit.workspace, "out/a"));
    };
    expect(await attempt(["modifiesFiles: true"])).toBe(true);
    expect(await attempt(["modifiesFiles: false"])).toBe(false);
  });

  test("S2-31: a script of a skill that needs no network has none, though the host grants it", async () => {
    const server = createServer((_, response) => response.end("reached")).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const script = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3\n`;
    const attempt = async (security: readonly string[]): Promise<string> => {
      const kit = await openKit(security, `#!/usr/bin/env bash\n${script}`);
      return JSON.stringify(await call(kit, "skills_run_script", { name: "kit", script: "run.sh" }));
    };
    expect(await attempt(["requiresNetwork: true"])).toContain("reached");
    expect(await attempt(["requiresNetwork: false"])).not.toContain("reached");
  });

  test("S2-31: a script that is limited to its skill's folder does not see the workspace", async () => {
    const attempt = async (scope: string): Promise<string> => {
      const kit = await openKit([`fileSystemScope: ${scope}`], 'cat "$SKILL_WORKSPACE/private.txt"\n');
      writeFileSync(join(kit.workspace, "private.txt"), "the plan");
      return JSON.stringify(await call(kit, "skills_run_script", { name: "kit", script: "run.sh" }));
    };
    expect(await attempt("workspace")).toContain("the plan");
    expect(await attempt("skill-directory")).not.toContain("the plan");
  });
});
