import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { createTestMachine, removeTestMachines, skillFile } from "./test-io.ts";

afterAll(removeTestMachines);

const start = fileURLToPath(new URL("start.ts", import.meta.url));

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s ends the command and its running script",
  async (signal) => {
    const { folder } = createTestMachine({
      "repo/kit/SKILL.md": skillFile("kit"),
      "repo/kit/scripts/slow.sh":
        'echo $$ > "$SKILL_WORKSPACE/pid.new"; mv "$SKILL_WORKSPACE/pid.new" "$SKILL_WORKSPACE/pid"; exec sleep 60\n',
    });
    const words = ["exec", "--no-sandbox", "./kit", "slow.sh"];
    const child = spawn(process.execPath, ["--conditions=@skillwright/source", start, ...words], {
      cwd: `${folder}/repo`,
      env: { ...process.env, HOME: `${folder}/home`, SKILLWRIGHT_HOME: `${folder}/data` },
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.on("close", (code, by) => resolve({ code, by })));
    const file = `${folder}/repo/pid`;
    await expect.poll(() => existsSync(file), { timeout: 30_000 }).toBe(true);
    child.kill(signal);
    expect(await ended).toEqual({ code: 130, by: null });
    expect(() => process.kill(Number(readFileSync(file, "utf8")), 0)).toThrow("ESRCH");
  },
);

test("when the reader leaves, the command and its script end silently", async () => {
  const { folder } = createTestMachine({
    "repo/kit/SKILL.md": skillFile("kit"),
    "repo/kit/scripts/talk.sh":
      "i=0; while [ $i -lt 3000 ]; do echo line $i; i=$((i+1)); sleep 0.02; done; exit 7\n",
  });
  const words = ["exec", "--no-sandbox", "./kit", "talk.sh"];
  const child = spawn(process.execPath, ["--conditions=@skillwright/source", start, ...words], {
    cwd: `${folder}/repo`,
    env: { ...process.env, HOME: `${folder}/home`, SKILLWRIGHT_HOME: `${folder}/data` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let err = "";
  child.stderr.on("data", (bytes: Buffer) => {
    err += bytes.toString();
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.on("close", resolve));
  const note = "note: without a sandbox, programs can read, change and send anything you can.\n";
  expect({ code, err }).toEqual({ code: 141, err: note });
});
