import { symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@skillwright/core/text";
import { describe, expect, test } from "vitest";
import { createBubblewrapSandbox, findBubblewrap } from "../sandbox/bubblewrap/create-bubblewrap-sandbox.ts";
import { createTestSession, skillText } from "../session/test-session.ts";

const path = process.env.PATH ?? "";
const program = findBubblewrap(path) ?? "";

/** Runs a script that reads a file of a sibling skill; `head` is its frontmatter. */
async function source(sibling: string, head: string, link?: string): Promise<JsonObject> {
  const { session, skills } = createTestSession(
    {
      "user/SKILL.md": skillText("user", head),
      "user/scripts/run.sh": `. ./../${sibling}/lib/words.sh && say\necho x >../${sibling}/new\n`,
      "words/SKILL.md": skillText("words"),
      "words/lib/words.sh": "say() { echo hello; }\n",
      "plain/lib/words.sh": "say() { echo no skill; }\n",
      "../outside/SKILL.md": skillText("outside"),
      "../outside/lib/words.sh": "say() { echo outside; }\n",
    },
    { sandbox: createBubblewrapSandbox({ program, path, home: homedir() }), environment: { PATH: path } },
  );
  if (link !== undefined) symlinkSync(link, join(skills, sibling));
  await session.activate({ skill: "user" });
  const tool = (await session.tools()).find(({ name }) => name === "skills_run_script");
  return (await tool?.call({ name: "user", script: "run.sh" })) ?? {};
}

const declare = (name: string): string => `composition:\n  dependencies:\n    - skillName: ${name}`;

describe.skipIf(program === "")("in real bubblewrap", () => {
  test("a script reads a sibling skill that its own skill declares, and cannot change it", async () => {
    const { data } = await source("words", declare("words"));
    expect(data).toMatchObject({
      stdout: "hello\n",
      stderr: expect.stringContaining("Read-only file system"),
    });
  });

  test("an undeclared sibling is hidden, and the model learns what to declare", async () => {
    const { data, warnings } = await source("words", "");
    expect(data).toMatchObject({ stdout: "" });
    expect(warnings).toMatchObject([
      {
        code: "NOT_GRANTED",
        message: expect.stringContaining("`composition: {dependencies: [{skillName: words}]}`"),
      },
    ]);
  });

  test.each([
    ["a folder that is not a skill", "plain", "plain"],
    ["the folder around the skills", "../outside", "../outside"],
    ["an absolute path", "../outside", "/etc"],
    ["the parent", "../outside", '".."'],
  ])("%s cannot be declared", async (_, sibling, name) => {
    const { data, warnings } = await source(sibling, declare(name));
    expect(data).toMatchObject({ stdout: "" });
    expect(warnings).toMatchObject([{ message: expect.stringContaining("which is not beside it") }]);
  });

  test("a declared name that is a link out of the folder shows nothing", async () => {
    const { data } = await source("linked", declare("linked"), "../outside");
    expect(data).toMatchObject({ stdout: "" });
  });
});
