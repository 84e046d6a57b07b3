import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { signedStateSchema } from "@skillwright/core/registry";
import { expect, onTestFinished, test } from "vitest";
import { type Machine, startHubMachines } from "./hub-machines.ts";
import {
  type CommandResult,
  createFolder,
  removeFoldersAfterwards,
  skillText,
  skillwright,
} from "./run-command.ts";
import { killHubsAfterwards } from "./start-hub-command.ts";

removeFoldersAfterwards();
killHubsAfterwards();

const project = {
  "repo/.claude/skills/compliance/SKILL.md": skillText("compliance").concat("\nThe project's own.\n"),
};

/** A hub that has deployed a skill, and a machine whose project has another one of its name. */
async function startDeployed(settings: readonly string[] = []) {
  const machines = await startHubMachines(settings, project);
  const folder = createFolder({
    "compliance/SKILL.md": skillText("compliance").concat("\nThe organization's rules.\n"),
  });
  await machines.deploy(join(folder, "compliance"));
  const token = await machines.addPerson("reader", "rita");
  const user = await machines.open(token, project);
  expect(await user.run(["sync", "--once"])).toMatchObject({ code: 0 });
  return { ...machines, user, token };
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

test("request, review, approve, activate: an agent gets a skill once it is approved, and a changed byte afterwards is refused", async () => {
  const { admin, open, addToken, addPerson } = await startHubMachines();
  const policy = "version: 1\nskills:\n  requireApprovalFor: [scripts]\n  approvedOnly: true\n";
  writeFileSync(join(admin.home, "repo/policy.yaml"), policy);
  expect(await admin.run(["policy", "push", "policy.yaml", "--activate"])).toMatchObject({ code: 0 });
  const author = await open(await addToken("publisher", "author"));
  const reviewer = await open(await addToken("reviewer", "reviewer"));
  const user = await open(await addPerson("reader", "rita"));
  const files = createFolder({
    "audited/SKILL.md": skillText("audited", "Follow the audit.\n"),
    "audited/scripts/run.sh": "#!/bin/sh\necho ok\n",
  });
  const publish = ["publish", join(files, "audited"), "--to", "hub", "--release", "1.0.0"];
  expect(await author.run(publish)).toMatchObject({ code: 0 });
  expect((await user.run(["add", "hub:audited"])).code).not.toBe(0);
  expect(await author.run(["approve", "audited@1.0.0", "--approve"])).toMatchObject({ code: 3 });
  expect((await reviewer.run(["approve"])).stdout).toContain("audited");
  expect(await reviewer.run(["approve", "audited@1.0.0", "--approve"])).toMatchObject({ code: 0 });

  expect(await user.run(["sync", "--once"])).toMatchObject({ code: 0 });
  expect(
    await user.run(["add", "hub:audited", "--scope", "user", "--agent", "claude-code", "--yes"]),
  ).toMatchObject({ code: 0 });
  expect((await user.run(["use", "audited"])).stdout).toContain("Follow the audit.");
  expect((await user.guard("Skill", { skill: "audited" })).stdout).toBe("");
  const { path } = JSON.parse((await user.run(["list", "audited", "--json"])).stdout).skills[0];
  writeFileSync(join(path, "scripts/run.sh"), "#!/bin/sh\necho no\n");
  expect(await user.run(["use", "audited"])).toMatchObject({
    ...{ code: 3, stdout: "" },
    stderr: expect.stringContaining("has not been approved by your organization with this content"),
  });
  expect((await user.guard("Skill", { skill: "audited" })).stdout).toContain("not been approved");

  // The reviewer takes the approval back.
  writeFileSync(join(path, "scripts/run.sh"), "#!/bin/sh\necho ok\n");
  expect(await user.run(["use", "audited"])).toMatchObject({ code: 0 });
  expect(await reviewer.run(["approve", "audited@1.0.0", "--reject"])).toMatchObject({ code: 0 });
  expect(await user.run(["sync", "--once"])).toMatchObject({ code: 0 });
  expect(await user.run(["use", "audited"])).toMatchObject({ code: 3 });
}, 240_000);

/** The real command on a machine whose clock is wrong by some hours. */
function runAt(user: Machine, hours: number, words: readonly string[]): Promise<CommandResult> {
  const shift = `const now = Date.now; Date.now = () => now() + ${hours * 3_600_000};`;
  const preload = `data:text/javascript,${encodeURIComponent(shift)}`;
  const env = { ...user.env, NODE_OPTIONS: `--import=${preload}` };
  return skillwright(words, { cwd: join(user.home, "repo"), env });
}

test("an agent that is offline uses deployed skills until its lease ends, and refuses them after that, also on a clock that was set back", async () => {
  const config = join(createFolder({ "hub.yaml": "strictLease: true\nleaseHours: 2\n" }), "hub.yaml");
  const { hub, user } = await startDeployed(["--config", config]);
  await hub.stop("SIGTERM");
  const use = (hours: number): Promise<CommandResult> => runAt(user, hours, ["use", "compliance"]);
  expect((await use(1)).stdout).toContain("The organization's rules.");
  expect(await use(0)).toMatchObject({
    ...{ code: 3, stdout: "" },
    stderr: expect.stringContaining("was set back"),
  });
  expect(await use(3)).toMatchObject({ code: 3, stderr: expect.stringContaining("expired at") });
  const doctor = await runAt(user, 3, ["doctor"]);
  expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining("Skills of the hub are refused") });
  const sync = await runAt(user, 3, ["sync", "--once"]);
  expect(sync.code).not.toBe(0);
  expect(sync.stderr).toContain("Skills of the hub are refused");
}, 120_000);

/** Passes requests on to a hub, except that a test can answer for the state. */
async function standBetween(hub: string) {
  let change = (text: string): string => text;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { authorization = "", "content-type": type = "application/json" } = request.headers;
    const { method = "GET", url = "/" } = request;
    const answer = await fetch(new URL(url, hub), {
      ...{ method, headers: { authorization, "content-type": type } },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(url === "/api/v1/state" ? change(body.toString()) : body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    setChange: (next: (text: string) => string): void => {
      change = next;
    },
  };
}

test("whoever stands between an agent and its hub can neither replay an older state nor change one", async () => {
  const { hub, user, token, admin } = await startDeployed();
  const between = await standBetween(hub.url);
  const env = { ...user.env, SKILLWRIGHT_HUB: between.url };
  const run = (words: readonly string[], input?: string): Promise<CommandResult> =>
    skillwright(words, { cwd: join(user.home, "repo"), env, ...(input !== undefined && { input }) });
  expect(await run(["login", between.url, "--token-stdin"], token)).toMatchObject({ code: 0 });
  expect(await run(["trust", "--yes"])).toMatchObject({ code: 0 });
  let recorded = "";
  between.setChange((text) => {
    recorded = text;
    return text;
  });
  expect(await run(["sync", "--once"])).toMatchObject({ code: 0 });
  const revoke = ["revoke", "compliance", "--message", "Ask legal.", "--scope", "enterprise", "--wait", "0"];
  expect(await admin.run(revoke)).toMatchObject({ code: 0 });
  between.setChange((text) => text);
  expect(await run(["sync", "--once"])).toMatchObject({ code: 0 });
  expect(await run(["use", "compliance"])).toMatchObject({ code: 3 });

  const older = recorded;
  between.setChange(() => older);
  expect(await run(["sync", "--once"])).toMatchObject({ code: 3, stderr: expect.stringContaining("older") });
  const forge = (text: string): string => {
    const signed = signedStateSchema.parse(JSON.parse(text));
    const state = JSON.parse(signed.document);
    const document = JSON.stringify({ ...state, sequence: state.sequence + 1, revocations: [] });
    return JSON.stringify({ ...signed, document });
  };
  between.setChange(forge);
  const forged = await run(["sync", "--once"]);
  expect(forged).toMatchObject({ code: 3, stderr: expect.stringContaining("signature") });
  expect(await run(["use", "compliance"])).toMatchObject({
    ...{ code: 3, stderr: expect.stringContaining("Ask legal.") },
  });
}, 120_000);

test("--system: an agent that does not know the hub gets the deployed skill, and loses it with the revocation", async () => {
  const { user, admin } = await startDeployed();
  const image = createFolder({ "etc/codex/skills/own/SKILL.md": skillText("own") });
  const system = ["sync", "--once", "--system", "--prefix", image];
  expect(await user.run(system)).toMatchObject({ code: 0 });
  const codex = join(image, "etc/codex/skills");
  expect(readFileSync(join(codex, "compliance/SKILL.md"), "utf8")).toContain("The organization's rules.");
  const revoke = ["revoke", "compliance", "--scope", "enterprise", "--wait", "0"];
  expect(await admin.run(revoke)).toMatchObject({ code: 0 });
  expect(await user.run(system)).toMatchObject({ code: 0 });
  expect(readdirSync(codex)).toEqual(["own"]);
}, 120_000);
