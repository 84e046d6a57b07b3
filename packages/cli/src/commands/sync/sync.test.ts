import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { nodeSha256 } from "@skillwright/core/node";
import { afterAll, expect, test, vi } from "vitest";
import { syncSchemas } from "../../schemas/sync.ts";
import { startTestHub, type TestHub } from "../../sync/test-hub.ts";
import {
  createTestMachine,
  removeTestMachines,
  skillFile,
  type TestIoOptions,
  type TestMachine,
} from "../../test-io.ts";

afterAll(removeTestMachines);

async function open(files = {}) {
  const hub = await startTestHub();
  const machine = createTestMachine({ token: "agent-token\n", ...files });
  const run = (words: readonly string[], options: TestIoOptions = {}) =>
    machine.run(words, { today: Date.now, ...options });
  await run(["login", hub.url, "--token-file", `${machine.folder}/token`]);
  return { hub, machine, run, sync: (...words: string[]) => run(["sync", "--once", ...words]) };
}

const current = (machine: TestMachine, path: string): string => `${machine.folder}/data/hub/current/${path}`;
const pdf = (hub: TestHub, body = "One.\n", version?: string) =>
  hub.pack("pdf", { "SKILL.md": skillFile("pdf", "", body), "references/a.md": "A.\n" }, version);

test("login recognizes a hub, pins its key and stores the token", async () => {
  const { hub, machine, run } = await open();
  expect((await run(["login"])).out).toBe(`${hub.url}/ (hub)\n`);
  const pin = readFileSync(`${machine.folder}/data/hub/pin`, "utf8");
  expect(JSON.parse(pin.split("\n")[1] ?? "")).toMatchObject({
    ...{ hub: hub.url, key: hub.key, isStrict: false, sequence: 0 },
    subject: { tenant: "acme", user: "ann", agent: expect.stringMatching(/-[0-9a-f]{8}$/) },
  });
});

test("a token that the hub refuses is not stored", async () => {
  const { hub, machine, run } = await open();
  writeFileSync(`${machine.folder}/bad`, "wrong");
  await run(["login", hub.url, "--remove"]);
  const { code, err } = await run(["login", hub.url, "--token-file", `${machine.folder}/bad`]);
  expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining("The token is not valid") });
  expect((await run(["login"])).out).toBe("No tokens are stored.\n");
  expect(existsSync(`${machine.folder}/data/hub/pin`)).toBe(false);
});

test("deployed skills are installed for the enterprise and win over the project's, and leave when they are withdrawn", async () => {
  const { hub, machine, run, sync } = await open({
    "home/.agents/skills/pdf/SKILL.md": skillFile("pdf", "", "Mine.\n"),
  });
  hub.issue({ deployments: [pdf(hub)] });
  const { code, out } = await sync("--json");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    ...{ event: "synced", sequence: 1, mode: "best-effort", tenant: "acme", problems: [], removed: [] },
    skills: [{ name: "pdf", version: "1.0.0", folder: "pdf" }],
  });
  expect(readFileSync(current(machine, "skills/pdf/references/a.md"), "utf8")).toBe("A.\n");
  expect((await run(["use", "pdf"])).out).toContain("One.");
  expect(JSON.parse((await run(["list", "--json"])).out).skills).toMatchObject([
    { name: "pdf", scope: "enterprise" },
  ]);
  hub.issue();
  expect(JSON.parse((await sync("--json")).out)).toMatchObject({ sequence: 2, skills: [], removed: ["pdf"] });
  expect((await run(["use", "pdf"])).out).toContain("Mine.");
  expect(hub.acknowledged).toMatchObject([
    {
      sequence: 1,
      environment: "",
      program: expect.stringMatching(/^skillwright /),
      agent: expect.any(String),
    },
    { sequence: 2 },
  ]);
});

test("the output has its schema, and `use` refuses what is revoked", async () => {
  const { hub, run, sync } = await open();
  hub.issue({
    deployments: [pdf(hub)],
    revocations: [{ id: "r", kind: "name", value: "pdf", message: "No." }],
  });
  expect(syncSchemas.sync?.safeParse(JSON.parse((await sync("--json")).out)).error).toBeUndefined();
  expect(await run(["use", "pdf"])).toMatchObject({
    ...{ code: 3, out: "" },
    err: "skillwright use: The skill pdf was revoked by your organization: No.\n",
  });
});

test.each([
  ["name", "pdf", "The skill pdf was revoked by your organization: No.\n"],
  ["version", "pdf@1.0.0", "The skill pdf was revoked by your organization (pdf@1.0.0): No.\n"],
] as const)(
  "what was removed because its %s is revoked is said to be revoked, not unknown",
  async (kind, value, text) => {
    const { hub, run, sync } = await open();
    hub.issue({ deployments: [pdf(hub)] });
    await sync();
    hub.issue({ revocations: [{ id: "r", kind, value, message: "No." }] });
    expect((await sync()).out).toContain("removed pdf");
    expect(await run(["use", "pdf"])).toMatchObject({ code: 3, out: "", err: `skillwright use: ${text}` });
    expect(await run(["explain", "pdf"])).toMatchObject({ code: 1, out: "", err: text });
    expect((await run(["use", "pdf-text"])).err).toContain("No skill named pdf-text");
  },
);

test("a deployment for another environment does not arrive", async () => {
  const { hub, machine, run, sync } = await open();
  hub.issue({ deployments: [{ ...pdf(hub), environment: "production" }] });
  expect(JSON.parse((await sync("--json")).out)).toMatchObject({ skills: [] });
  await run(["login", hub.url, "--environment", "production", "--token-file", `${machine.folder}/token`]);
  expect(JSON.parse((await sync("--json")).out)).toMatchObject({ skills: [{ name: "pdf" }] });
  expect(hub.acknowledged.at(-1)).toMatchObject({ environment: "production" });
});

test("the organization's policies apply to every session, and end with the document", async () => {
  const { hub, run, sync } = await open();
  const texts = ['{"version":1,"deny":["Bash(rm:*)"]}', "version: 1\ndeny:\n  - WebFetch\n"];
  hub.issue({ policies: texts.map((text) => ({ text, digest: `sha256:${nodeSha256(Buffer.from(text))}` })) });
  await sync();
  const decide = async (tool: string, input: string) =>
    (await run(["policy", "explain", "--tool", tool, "--input", input, "--json"])).out;
  expect(JSON.parse(await decide("Bash", '{"command":"rm -rf x"}'))).toMatchObject({ effect: "deny" });
  expect(JSON.parse(await decide("WebFetch", '{"url":"https://a.example"}'))).toMatchObject({
    effect: "deny",
  });
  hub.issue();
  await sync();
  expect(JSON.parse(await decide("Bash", '{"command":"rm -rf x"}'))).not.toMatchObject({ effect: "deny" });
});

test("without the hub, the message says how long the last state is valid", async () => {
  const { hub, sync } = await open();
  const { expiresAt } = hub.issue();
  await sync();
  await hub.close();
  const { code, err } = await sync();
  expect({ code, err }).toEqual({
    code: 4,
    err: expect.stringContaining(`The last state is valid until ${expiresAt}.`),
  });
});

test("--system fills the folders of other agents below a prefix, leaves what is not ours, and removes only its own", async () => {
  const { hub, machine, sync } = await open();
  const root = `${machine.folder}/image`;
  const codex = `${root}/etc/codex/skills`;
  mkdirSync(`${codex}/pdf`, { recursive: true });
  mkdirSync(`${codex}/own`);
  const docx = hub.pack("team/docx", { "SKILL.md": skillFile("docx") });
  hub.issue({ deployments: [pdf(hub), docx] });
  const { out } = await sync("--system", "--prefix", root, "--json");
  const claude = `${root}/etc/claude-code/.claude/skills`;
  expect(JSON.parse(out).managed).toContainEqual({ path: codex, blocked: ["pdf"] });
  expect(readFileSync(`${claude}/docx/SKILL.md`, "utf8")).toContain("name: docx");
  expect(readlinkSync(`${codex}/docx`)).not.toContain(root);
  expect(lstatSync(`${codex}/pdf`).isDirectory()).toBe(true);
  hub.issue({ deployments: [pdf(hub, "Two.\n", "2.0.0")] });
  await sync("--system", "--prefix", root);
  expect(readdirSync(codex).sort()).toEqual(["own", "pdf"]);
  expect(readFileSync(`${claude}/pdf/SKILL.md`, "utf8")).toContain("Two.");
});

test("old states are removed, except the last one", async () => {
  const { hub, machine, sync } = await open();
  for (const body of ["One.\n", "Two.\n", "Three.\n", "Four.\n"]) {
    hub.issue({ deployments: [pdf(hub, body)] });
    await sync();
  }
  for (const name of ["generations", "contents"])
    expect(readdirSync(`${machine.folder}/data/hub/${name}`)).toHaveLength(2);
});

test("the staying command applies changes as they are announced, reconnects, and ends when it is told to", async () => {
  const { hub, machine, run } = await open();
  hub.issue();
  const stop = new AbortController();
  const running = run(["sync", "--json"], { signal: stop.signal });
  await vi.waitFor(() => expect(hub.acknowledged).toHaveLength(1), { timeout: 10_000 });
  await vi.waitFor(() => expect(hub.streams()).toBe(1), { timeout: 10_000 });
  hub.issue({ deployments: [pdf(hub)] });
  await vi.waitFor(() => expect(hub.acknowledged.at(-1)?.sequence).toBe(2), { timeout: 10_000 });
  expect(existsSync(current(machine, "skills/pdf/SKILL.md"))).toBe(true);
  expect(await run(["sync"])).toMatchObject({
    code: 4,
    err: expect.stringContaining("Another installation"),
  });
  hub.endStreams();
  await vi.waitFor(() => expect(hub.streams()).toBe(1), { timeout: 20_000 });
  hub.dropStreams();
  await vi.waitFor(() => expect(hub.streams()).toBe(1), { timeout: 20_000 });
  hub.issue({ revocations: [{ id: "r", kind: "name", value: "pdf", message: "No." }] });
  await vi.waitFor(() => expect(hub.acknowledged.at(-1)?.sequence).toBe(3), { timeout: 10_000 });
  stop.abort();
  const { code, out } = await running;
  expect(code).toBe(0);
  const events = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).event);
  expect(events.filter((event) => event === "synced").length).toBe(3);
  // A stream that ends and comes back is no loss; one that breaks is.
  expect(events.filter((event) => event === "disconnected").length).toBe(1);
});
