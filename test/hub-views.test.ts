import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseOutput } from "./command-schema.ts";
import { startHubMachines } from "./hub-machines.ts";
import { createFolder, removeFoldersAfterwards, skillText, skillwright } from "./run-command.ts";
import { killHubsAfterwards } from "./start-hub-command.ts";

removeFoldersAfterwards();
killHubsAfterwards();

const revoke = ["revoke", "leaky", "--message", "Ask legal.", "--scope", "enterprise", "--wait", "0"];

async function openGoverned() {
  const machines = await startHubMachines();
  const token = await machines.addPerson("reader", "rita");
  const user = await machines.open(token, {
    ".claude/skills/leaky/SKILL.md": skillText("leaky"),
    ".claude/skills/compliance/SKILL.md": skillText("compliance", "Own.\n"),
    ".claude/skills/free/SKILL.md": skillText("free"),
  });
  const folder = createFolder({ "compliance/SKILL.md": skillText("compliance", "The rules.\n") });
  await machines.deploy(join(folder, "compliance"));
  expect(await machines.admin.run(revoke)).toMatchObject({ code: 0 });
  expect(await user.run(["sync", "--once"])).toMatchObject({ code: 0 });
  return { ...machines, user };
}

test("list, explain and doctor say what the hub deploys and revokes, why a skill is refused, and until when the state is valid", async () => {
  const { user, hub } = await openGoverned();
  const list = parseOutput("list", (await user.run(["list", "--json"])).stdout);
  expect(list).toMatchObject({
    skills: [
      { id: "compliance", enabled: true, hub: { state: "deployed", version: "1.0.0" } },
      { id: "free", enabled: true },
      {
        ...{ id: "leaky", enabled: false, disabled: ["withheld"] },
        hub: { state: "revoked", reason: expect.stringContaining("Ask legal.") },
      },
    ],
    shadowed: [{ name: "compliance", enabled: false, hub: { state: "not-deployed" } }],
  });
  const listed = await user.run(["list"]);
  expect(listed.stdout).toMatch(/^compliance .*\[deployed 1\.0\.0\] /m);
  expect(listed.stdout).not.toContain("leaky");
  expect(listed.stderr).toContain("your organization does not permit leaky; run `skillwright explain leaky`");
  expect((await user.run(["list", "--all"])).stdout).toMatch(/leaky .*was revoked .*Ask legal\./);

  const refused = await user.run(["explain", "leaky"]);
  expect(refused.stdout).toContain(
    "not permitted: The skill leaky was revoked by your organization: Ask legal.",
  );
  expect(refused.stdout).toMatch(
    /as of http:\/\/127\.0\.0\.1:\d+, state \d+ \(best-effort\), valid until 20/,
  );
  expect((await user.run(["explain", "compliance"])).stdout).toContain(
    "deployed by your organization: version 1.0.0",
  );
  expect(parseOutput("explain", (await user.run(["explain", "leaky", "--json"])).stdout)).toMatchObject({
    winner: { enabled: false, hub: { state: "revoked" } },
    hubs: [{ hub: hub.url, mode: "best-effort", deployed: 1, revoked: 1 }],
  });
  expect((await user.run(["explain", "free"])).stdout).not.toContain("hub");

  const doctor = await user.run(["doctor"]);
  expect(doctor.stdout).toContain("Organization's hub");
  expect(doctor.stdout).toMatch(/revoked +name leaky: Ask legal\./);
  expect(doctor.stdout).toMatch(/deployed +compliance 1\.0\.0/);
  expect(doctor.stdout).toMatch(/refused +leaky: The skill leaky was revoked/);
  expect(parseOutput("doctor", (await user.run(["doctor", "--json"])).stdout)).toMatchObject({
    hubs: [
      {
        ...{ hub: hub.url, tenant: "enterprise", mode: "best-effort" },
        deployed: [{ name: "compliance", version: "1.0.0" }],
        revoked: [{ kind: "name", value: "leaky", message: "Ask legal." }],
      },
    ],
    withheld: [{ id: "leaky", code: "revoked" }, { code: "not-deployed" }],
  });
  // Search leaves it out, like everything else that offers skills.
  expect((await user.run(["search", "leaky files", "--json"])).stdout).not.toContain('"leaky"');
}, 240_000);

test("doctor reports a state that is damaged or missing", async () => {
  const { user } = await openGoverned();
  writeFileSync(join(user.home, "state/hub/current/lease"), "nonsense");
  const doctor = await user.run(["doctor", "--json"]);
  expect(doctor.code).toBe(1);
  expect(parseOutput("doctor", doctor.stdout)).toMatchObject({
    hubs: [{ hub: null, problem: expect.stringContaining("is damaged") }],
    withheld: [{ id: "compliance", code: "lease-invalid" }],
  });
  expect((await user.run(["doctor"])).stdout).toContain("Skills of the hub are refused: the stored state");
}, 240_000);

test("a machine without a hub says so, and its lists do not mention one", async () => {
  const home = createFolder({ ".claude/skills/free/SKILL.md": skillText("free") });
  const options = { cwd: home, env: { SKILLWRIGHT_HOME: join(home, "state"), HOME: home } };
  expect((await skillwright(["doctor"], options)).stdout).toContain("no hub governs this machine");
  const [skill] = JSON.parse((await skillwright(["list", "--json"], options)).stdout).skills;
  expect(skill).not.toHaveProperty("hub");
}, 60_000);
