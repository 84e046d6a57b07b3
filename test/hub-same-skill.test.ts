import { join } from "node:path";
import { expect, test } from "vitest";
import { type Machine, startHubMachines } from "./hub-machines.ts";
import { createFolder, removeFoldersAfterwards } from "./run-command.ts";
import { killHubsAfterwards } from "./start-hub-command.ts";

removeFoldersAfterwards();
killHubsAfterwards();

const text = `---
name: review
description: Reviews changes. Use it when code is reviewed.
allowed-tools: Read Bash(git:*)
---
Read \${CLAUDE_SKILL_DIR}/rules.md first.
`;

/** What a machine makes of the skill in a folder: its digest, what a model reads, and what it may do with the skill active. */
async function behaviorOf(machine: Machine, folder: string): Promise<object> {
  const listed = JSON.parse((await machine.run(["list", "--json"])).stdout);
  const { digest, description } = listed.skills[0];
  const place = join(machine.home, folder, "review");
  const guard = async (tool: string, input: object): Promise<readonly unknown[]> => {
    const words = ["guard", "--agent", "claude-code", "--root", join(machine.home, folder)];
    const { code, stdout } = await machine.run(
      words,
      JSON.stringify({
        ...{ session_id: "s1", transcript_path: "/t.jsonl", cwd: join(machine.home, "repo") },
        ...{ hook_event_name: "PreToolUse", tool_name: tool, tool_input: input, tool_use_id: "t1" },
      }),
    );
    return [code, stdout.replaceAll(place, "FOLDER")];
  };
  const used = await machine.run(["use", "review"]);
  return {
    ...{ digest, description, use: [used.code, used.stdout.replaceAll(place, "FOLDER")] },
    loading: await guard("Skill", { skill: "review" }),
    git: await guard("Bash", { command: "git status" }),
    remove: await guard("Bash", { command: "rm -rf build" }),
  };
}

test("S3-58: a skill in a user's folder and the same one from the organization's hub do the same", async () => {
  const files = { "review/SKILL.md": text, "review/rules.md": "Be kind.\n" };
  const { deploy, addPerson, open } = await startHubMachines();
  const local = await open(await addPerson("reader", "ann"), {
    ".claude/skills/review/SKILL.md": files["review/SKILL.md"],
    ".claude/skills/review/rules.md": files["review/rules.md"],
  });
  const before = await behaviorOf(local, ".claude/skills");
  await deploy(join(createFolder(files), "review"));
  const managed = await open(await addPerson("reader", "bob"));
  expect(await managed.run(["sync", "--once"])).toMatchObject({ code: 0 });
  const after = await behaviorOf(managed, "state/hub/current/skills");
  expect(after).toEqual(before);
  // Not equal because nothing works.
  expect(before).toMatchObject({
    digest: expect.stringMatching(/^sha256:/),
    use: [0, expect.stringContaining("Read FOLDER/rules.md first.")],
    git: [0, expect.not.stringContaining("deny")],
    remove: [0, expect.stringContaining("not allowed by active skill")],
  });
}, 120_000);
