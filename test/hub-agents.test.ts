import { join } from "node:path";
import { agentPageSchema } from "@skillwright/core/registry";
import { expect, test } from "vitest";
import { parseOutput } from "./command-schema.ts";
import { startHubMachines } from "./hub-machines.ts";
import { createFolder, removeFoldersAfterwards, skillText } from "./run-command.ts";
import { killHubsAfterwards } from "./start-hub-command.ts";

removeFoldersAfterwards();
killHubsAfterwards();

test("an id that others used first: the rightful agent obeys the hub and says what is wrong, and an administrator gives it back", async () => {
  const { admin, hub, open, addPerson } = await startHubMachines();
  const [ann, eve] = [await addPerson("reader", "ann"), await addPerson("reader", "eve")];
  const user = await open(ann, { ".claude/skills/leaky/SKILL.md": skillText("leaky") });
  const agent: string = JSON.parse((await user.run(["sync", "--once", "--json"])).stdout).agent;
  expect(await admin.run(["hub", "agents", "release", agent])).toMatchObject({ code: 0 });
  // Whoever knows the id claims it before its machine confirms the next state.
  const claim = await fetch(new URL("api/v1/state/acknowledgements", hub.url), {
    method: "POST",
    headers: { authorization: `Bearer ${eve}`, "content-type": "application/json" },
    body: JSON.stringify({ agent, name: "x", program: "x", sequence: 1 }),
  });
  expect(claim.status).toBe(200);

  const revoke = ["revoke", "leaky", "--message", "It leaks.", "--scope", "enterprise", "--wait", "0"];
  expect(await admin.run(revoke)).toMatchObject({ code: 0 });
  const synced = await user.run(["sync", "--once"]);
  expect(synced).toMatchObject({ code: 0, stdout: expect.stringContaining("1 revocation") });
  expect(synced.stderr).toContain(`skillwright hub agents release ${agent}`);
  expect(await user.run(["use", "leaky"])).toMatchObject({ code: 3 });
  // The false confirmation does not count for the revocation: it is older.
  const listed = parseOutput("hub-agents", (await admin.run(["hub", "agents", "--json"])).stdout);
  expect(listed).toMatchObject({ agents: [{ id: agent, owner: "person:eve" }] });
  const { agents, sequence } = agentPageSchema.parse(listed);
  expect(agents[0]?.sequence).toBeLessThan(sequence);
  expect(await user.run(["hub", "agents", "release", agent])).toMatchObject({ code: 3 });

  const release = ["hub", "agents", "release", agent, "--to", "person:ann", "--json"];
  const released = parseOutput("hub-agents", (await admin.run(release)).stdout);
  expect(released).toEqual({ version: 1, released: agent, to: "person:ann" });
  const again = await user.run(["sync", "--once"]);
  expect(again).toMatchObject({ code: 0, stderr: "" });
  const shown = await admin.run(["hub", "agents"]);
  expect(shown.stdout).toMatch(new RegExp(`^${agent}: state \\d+, confirmed .*person:ann$`, "m"));
  expect(shown.stderr).toBe("1 agent\n");
  const log = await admin.run(["audit", "list", "--hub", "--json"]);
  expect(log.stdout).toContain("agent-released");
}, 120_000);

test("people say on the command line whether a version helped, and see what others say", async () => {
  const { admin, open, addPerson, deploy } = await startHubMachines();
  const folder = createFolder({ "pdf/SKILL.md": skillText("pdf") });
  await deploy(join(folder, "pdf"));
  const user = await open(await addPerson("reader", "ann"));
  const give = ["hub", "feedback", "pdf@1.0.0", "--helped", "no", "--comment", "Loses tables.", "--json"];
  expect(parseOutput("hub-feedback", (await user.run(give)).stdout)).toMatchObject({
    feedback: [{ author: "person:ann", helped: false, version: "1.0.0" }],
  });
  const shown = await admin.run(["hub", "feedback", "pdf"]);
  expect(shown.stdout).toMatch(/ 1\.0\.0 did not help person:ann: Loses tables\.\n$/);
  expect(await user.run(["hub", "feedback", "pdf", "--helped", "yes"])).toMatchObject({ code: 2 });
  expect(await user.run(["hub", "feedback", "pdf@1.0.0", "--helped", "maybe"])).toMatchObject({ code: 2 });
  expect(await user.run(["hub", "feedback", "none@1.0.0", "--helped", "yes"])).toMatchObject({ code: 3 });
  expect((await user.run(["hub", "feedback", "none"])).stderr).toContain("no feedback about none");
}, 120_000);
