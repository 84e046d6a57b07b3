import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { expect, test, vi } from "vitest";
import { type Machine, startHubMachines } from "./hub-machines.ts";
import { createFolder, removeFoldersAfterwards, skillText } from "./run-command.ts";
import { killHubsAfterwards } from "./start-hub-command.ts";

removeFoldersAfterwards();
killHubsAfterwards();

const personal = {
  ".claude/skills/leaky/SKILL.md": skillText("leaky").replace("---\n#", "argument-hint: fast|safe\n---\n#"),
  ".claude/skills/leaky/references/notes.md": "The leaky notes.\n",
  ".claude/skills/sound/SKILL.md": skillText("sound"),
};

async function openGoverned() {
  const machines = await startHubMachines();
  const user = await machines.open(await machines.addPerson("reader", "rita"), personal);
  expect(await user.run(["sync", "--once"])).toMatchObject({ code: 0 });
  const revoke = async (...words: readonly string[]): Promise<void> => {
    const all = ["revoke", ...words, "--message", "It leaks.", "--scope", "enterprise", "--wait", "0"];
    expect(await machines.admin.run(all)).toMatchObject({ code: 0 });
  };
  return { ...machines, user, revoke };
}

const ask = async (client: Client, name: string, input: Record<string, unknown>): Promise<string> =>
  JSON.stringify(await client.callTool({ name, arguments: input }));

const file = "skill://leaky/references/notes.md";

/** Everything that a client can list or complete, as text. */
async function listAll(client: Client): Promise<string> {
  const complete = async (ref: { type: "ref/resource"; uri: string }): Promise<unknown> =>
    client.complete({ ref, argument: { name: "path", value: "" } });
  return JSON.stringify([
    (await client.listPrompts()).prompts,
    (await client.listResources()).resources,
    await complete({ type: "ref/resource", uri: "skill://{+path}" }),
    await client.callTool({ name: "skills_list", arguments: {} }),
    await client.callTool({ name: "skills_search", arguments: { query: "reads leaky files" } }),
  ]);
}

/** What a client gets that asks for the skill directly, on every path. */
async function askEverywhere(client: Client): Promise<Readonly<Record<string, string>>> {
  const tell = (answer: Promise<unknown>): Promise<string> =>
    answer.then(JSON.stringify, (error: unknown) => `refused: ${String(error)}`);
  const ref = { type: "ref/prompt", name: "leaky" } as const;
  return {
    load: await ask(client, "skills_load", { name: "leaky" }),
    readFile: await ask(client, "skills_read_file", { name: "leaky", path: "references/notes.md" }),
    runScript: await ask(client, "skills_run_script", { name: "leaky", script: "x.sh" }),
    prompt: await tell(client.getPrompt({ name: "leaky", arguments: {} })),
    manifest: await tell(client.readResource({ uri: "skill://leaky/SKILL.md" })),
    resource: await tell(client.readResource({ uri: file })),
    argument: await tell(client.complete({ ref, argument: { name: "arguments", value: "" } })),
    address: await tell(
      client.complete({
        ref: { type: "ref/resource", uri: "skill://{+path}" },
        argument: { name: "path", value: "leaky/" },
      }),
    ),
  };
}

test("nothing of a revoked skill can be listed, completed, read or started over MCP", async () => {
  const { user, revoke } = await openGoverned();
  const before = await user.connect();
  expect(before.getInstructions()).toContain("leaky");
  expect(await listAll(before)).toContain("leaky");
  expect(await before.readResource({ uri: file })).toMatchObject({
    contents: [{ text: "The leaky notes.\n" }],
  });
  await revoke("leaky");
  expect(await user.run(["sync", "--once"])).toMatchObject({ code: 0 });
  // A server that starts now, and the one that runs.
  for (const client of [await user.connect(), before]) {
    await vi.waitFor(async () => expect(await listAll(client)).not.toContain("Reads leaky"), {
      timeout: 30_000,
    });
    expect(await listAll(client)).toContain("sound");
    const answers = await askEverywhere(client);
    expect(Object.values(answers).join("\n")).not.toContain("leaky notes");
    expect(Object.values(answers).join("\n")).not.toContain("Read the file");
    for (const path of ["load", "readFile", "prompt"] as const) expect(answers[path]).toContain("It leaks.");
    for (const path of ["prompt", "manifest", "resource", "argument"] as const)
      expect(answers[path]).toMatch(/^refused: /);
    expect(answers.address).toContain('"values":[]');
  }
  expect((await user.connect()).getInstructions()).not.toContain("leaky");
}, 240_000);

test("a revocation while a client is connected ends the skill there, and the client is told that its lists changed", async () => {
  const { user, admin, revoke } = await openGoverned();
  const told: string[] = [];
  const listen = (kind: string) => ({ onChanged: () => void told.push(kind) });
  const client = await user.connect({
    listChanged: { prompts: listen("prompts"), resources: listen("resources") },
  });
  user.start(["sync"]);
  expect(await ask(client, "skills_load", { name: "leaky" })).toContain("Read the file");
  await revoke("leaky");
  await expect.poll(() => new Set(told), { timeout: 30_000 }).toEqual(new Set(["prompts", "resources"]));
  await vi.waitFor(() => expect(auditOf(user)).resolves.toContain('"revoked"'), { timeout: 30_000 });
  expect(await ask(client, "skills_run_script", { name: "leaky", script: "x.sh" })).toContain("It leaks.");
  expect(await listAll(client)).not.toContain("Reads leaky");
  told.splice(0);
  expect(await admin.run(["revoke", "leaky", "--undo"])).toMatchObject({ code: 0 });
  await expect.poll(() => new Set(told), { timeout: 30_000 }).toEqual(new Set(["prompts", "resources"]));
  expect(await listAll(client)).toContain("Reads leaky");
}, 240_000);

async function auditOf(user: Machine): Promise<string> {
  return (await user.run(["audit", "list", "--json"])).stdout;
}

test("what is deployed while a client is connected appears there, and other content of its name and revoked content are not served", async () => {
  const { user, deploy, revoke } = await openGoverned();
  const client = await user.connect();
  const folder = createFolder({ "sound/SKILL.md": skillText("sound", "The organization's way.\n") });
  await deploy(join(folder, "sound"));
  expect(await user.run(["sync", "--once"])).toMatchObject({ code: 0 });
  await vi.waitFor(
    async () =>
      expect(await ask(client, "skills_load", { name: "sound" })).toContain("The organization's way."),
    { timeout: 30_000 },
  );
  // The personal skill of that name keeps an id, and the hub does not permit it.
  const { resources } = await client.listResources();
  expect(resources.filter(({ uri }) => uri.includes("sound"))).toHaveLength(1);
  const [sound] = resources.filter(({ uri }) => uri.includes("sound"));
  expect(await client.readResource({ uri: sound?.uri ?? "" })).toMatchObject({
    contents: [{ text: expect.stringContaining("The organization's way.") }],
  });
  // A changed byte of a deployed skill is not served, whichever file it is in.
  const deployed = join(user.home, "state/hub/current/skills/sound/more.md");
  writeFileSync(deployed, "Something else.\n");
  await expect(client.readResource({ uri: "skill://sound/more.md" })).rejects.toThrow();
  await vi.waitFor(
    async () =>
      expect(await ask(client, "skills_read_file", { name: "sound", path: "more.md" })).toContain(
        "not what your organization deployed",
      ),
    { timeout: 30_000 },
  );
  const digest = JSON.parse((await user.run(["list", "leaky", "--json"])).stdout).skills[0].digest;
  await revoke(digest);
  expect(await user.run(["sync", "--once"])).toMatchObject({ code: 0 });
  await vi.waitFor(async () => expect(await listAll(client)).not.toContain("Reads leaky"), {
    timeout: 30_000,
  });
}, 240_000);
