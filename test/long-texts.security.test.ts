import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

/** `LONG_TEXTS=1048576 npx vitest run long-texts` tries every pair of characters in texts of that length: hours. */
const size = process.env.LONG_TEXTS;
/** No reader takes this long for a long text or for all short ones, on a busy machine too; one that does hangs. */
const patienceMs = size === undefined ? 120_000 : 3_600_000;

test.each(["core", "calls", "others", "fields", "hooks", "scan"])(
  "T10: no repeated character or pair makes a reader take more than linear time: %s",
  { timeout: 10 * patienceMs },
  async (group) => {
    const { lines, hangs } = await feed(group);
    expect(hangs).toBeUndefined();
    expect(lines).toEqual([{ count: expect.any(Number) }]);
  },
);

type Feeding = { readonly lines: readonly unknown[]; readonly hangs: string | undefined };

/** What the program printed, and the reader that it was at when it had to be ended. */
function feed(group: string): Promise<Feeding> {
  const words = [
    "--conditions=@skillwright/source",
    "test/long-texts/run.ts",
    group,
    ...(size === undefined ? [] : [size]),
  ];
  const child = spawn(process.execPath, words, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "", hangs: undefined as string | undefined };
  const giveUp = (): void => {
    output.hangs = output.stderr.trim().split("\n").at(-1);
    child.kill("SIGKILL");
  };
  let timer = setTimeout(giveUp, patienceMs);
  child.stdout.on("data", (bytes) => {
    output.stdout += bytes;
  });
  child.stderr.on("data", (bytes) => {
    output.stderr += bytes;
    clearTimeout(timer);
    timer = setTimeout(giveUp, patienceMs);
  });
  return new Promise((resolve) => {
    child.on("close", (code) => {
      clearTimeout(timer);
      const lines = output.stdout.split("\n").filter((line) => line !== "");
      const failed = code === 0 || output.hangs !== undefined ? [] : [{ failed: output.stderr.slice(-2000) }];
      resolve({ lines: [...lines.map((line) => JSON.parse(line)), ...failed], hangs: output.hangs });
    });
  });
}
