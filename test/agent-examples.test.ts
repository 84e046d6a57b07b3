import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

/** Their SDKs are too large for this repository: test-optional/ installs them and runs these two. */
const optional = ["claude-agent.ts", "mastra.ts"];
const examples = readdirSync(join(root, "examples/agents")).filter((name) => name.endsWith(".ts"));

test("there is an example for each of the six agent SDKs", () => {
  expect(examples.sort()).toEqual([
    "ai-sdk.ts",
    "anthropic.ts",
    "claude-agent.ts",
    "langchain.ts",
    "mastra.ts",
    "openai-agents.ts",
  ]);
});

test.each(examples.filter((name) => !optional.includes(name)))(
  "examples/agents/%s runs, and the guard refuses what the skill does not allow",
  { timeout: 60_000 },
  async (name) => {
    const words = ["--conditions=@skillwright/source", join("examples/agents", name)];
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root });
    expect(stdout.split("\n").slice(0, 2)).toEqual([
      "ran git log -3",
      "Tool 'Bash' not allowed by active skill 'code-review'",
    ]);
  },
);
