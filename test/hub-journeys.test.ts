import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createToken } from "../packages/hub/src/access/tokens.ts";
import { openSqlite } from "../packages/hub/src/database/open-sqlite.ts";
import {
  type CommandResult,
  createFolder,
  removeFoldersAfterwards,
  skillText,
  skillwright,
} from "./run-command.ts";
import { killHubsAfterwards, startHubCommand } from "./start-hub-command.ts";

removeFoldersAfterwards();
killHubsAfterwards();

/** A person's own token, as a reader of the enterprise. */
async function addReader(data: string, person: string): Promise<string> {
  const database = await openSqlite(join(data, "hub.sqlite"));
  const made = await database.write("enterprise", async (transaction) => {
    await transaction.insertInto("people").values({ id: person, name: person, created_at: 0 }).execute();
    const membership = { person, tenant: "enterprise", team: "", role: "reader" } as const;
    await transaction.insertInto("memberships").values(membership).execute();
    const token = { kind: "personal", name: person, person, createdBy: `person:${person}` } as const;
    return createToken(transaction, { ...token, tenant: "enterprise" }, Date.now());
  });
  await database.close();
  return made.token;
}

/** A machine with a project that has a skill of the same name as the deployed one, signed in to the hub. */
async function openMachine(url: string, token: string) {
  const home = createFolder({
    "repo/.git/HEAD": "ref: refs/heads/main\n",
    "repo/.claude/skills/compliance/SKILL.md": skillText("compliance").concat("\nThe project's own.\n"),
  });
  const env = { SKILLWRIGHT_HOME: join(home, "state"), HOME: home, SKILLWRIGHT_HUB: url };
  const options = { cwd: join(home, "repo"), env };
  const run = (words: readonly string[], input?: string): Promise<CommandResult> =>
    skillwright(words, { ...options, ...(input !== undefined && { input }) });
  expect(await run(["login", url, "--token-stdin"], token)).toMatchObject({ code: 0 });
  /** What the hook of a running agent answers before a call. */
  const guard = (tool: string, input: object): Promise<CommandResult> =>
    run(
      ["guard", "--agent", "claude-code"],
      JSON.stringify({
        ...{ session_id: "s1", transcript_path: "/t.jsonl", cwd: join(home, "repo") },
        ...{ hook_event_name: "PreToolUse", tool_name: tool, tool_input: input, tool_use_id: "t1" },
      }),
    );
  return { home, run, guard };
}

async function startDeployed() {
  const folder = createFolder({
    "compliance/SKILL.md": skillText("compliance").concat("\nThe organization's rules.\n"),
  });
  const tokenFile = join(folder, "token");
  const data = join(folder, "data");
  const hub = await startHubCommand(["--data", data, "--admin-token-file", tokenFile]);
  const admin = await openMachine(hub.url, readFileSync(tokenFile, "utf8").trim());
  const words = ["publish", join(folder, "compliance"), "--to", "hub", "--release", "1.0.0"];
  expect(await admin.run(words)).toMatchObject({ code: 0 });
  expect(await admin.run(["deploy", "compliance", "--scope", "enterprise"])).toMatchObject({ code: 0 });
  const user = await openMachine(hub.url, await addReader(data, "rita"));
  expect(await user.run(["sync", "--once"])).toMatchObject({ code: 0 });
  return { admin, user };
}

/** The folder of the deployed skill below the state folder. */
function findDeployed(home: string): string {
  const paths = readdirSync(join(home, "state"), { recursive: true }).map(String);
  const found = paths.find((path) => path.endsWith("SKILL.md"));
  if (found === undefined) throw new Error(`no deployed skill in ${paths.join(", ")}`);
  return join(home, "state", found);
}

test("a deployed skill wins over the project's, its revocation stops a running agent, and the hub's audit has the denial", async () => {
  const { admin, user } = await startDeployed();
  // Even in a project that the user trusts.
  expect(await user.run(["trust", "--yes"])).toMatchObject({ code: 0 });
  expect(JSON.parse((await user.run(["list", "--json"])).stdout)).toMatchObject({
    skills: [{ id: "compliance", scope: "enterprise", enabled: true }],
    shadowed: [{ name: "compliance", scope: "project", winner: "compliance", reason: "scope" }],
  });
  const explained = (await user.run(["explain", "compliance"])).stdout;
  expect(explained).toMatch(/^compliance → \S+\/hub\/current\/skills\/compliance \(enterprise\)$/m);
  expect(explained).toContain("shadows .claude/skills/compliance (project)");
  expect((await user.run(["use", "compliance"])).stdout).toContain("The organization's rules.");

  const revoke = ["revoke", "compliance", "--message", "Ask legal.", "--scope", "enterprise", "--wait", "0"];
  expect(await admin.run(revoke)).toMatchObject({ code: 0 });
  expect(await user.run(["sync", "--once"])).toMatchObject({ code: 0 });
  const refused = await user.guard("Skill", { skill: "compliance" });
  expect(JSON.parse(refused.stdout)).toMatchObject({
    hookSpecificOutput: {
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("Ask legal."),
    },
  });
  expect(await user.run(["audit", "push"])).toMatchObject({ code: 0 });
  const { events } = JSON.parse((await admin.run(["audit", "list", "--hub", "--denied", "--json"])).stdout);
  expect(events).toMatchObject([
    { event: "tool-call-denied", tool: "Skill", reason: "skill-revoked", input: { skill: "compliance" } },
  ]);
  // The hub no longer offers it.
  expect(await user.run(["add", "hub:compliance@1.0.0"])).toMatchObject({
    ...{ code: 4, stderr: expect.stringContaining("no version fits") },
  });
}, 120_000);

test("a deployed skill with a changed byte is refused", async () => {
  const { user } = await startDeployed();
  const file = findDeployed(user.home);
  writeFileSync(file, readFileSync(file, "utf8").replace("rules.", "rulez."));
  expect(await user.run(["use", "compliance"])).toMatchObject({
    ...{ code: 3, stdout: "" },
    stderr: expect.stringContaining("not what your organization deployed"),
  });
  const refused = await user.guard("Skill", { skill: "compliance" });
  expect(refused.stdout).toContain("not what your organization deployed");
}, 120_000);
