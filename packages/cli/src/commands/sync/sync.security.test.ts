import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { nodeSha256 } from "@skillwright/core/node";
import { afterAll, describe, expect, test } from "vitest";
import { startTestHub, type TestHub } from "../../sync/test-hub.ts";
import { createTestMachine, removeTestMachines, skillFile, type TestIoOptions } from "../../test-io.ts";

afterAll(removeTestMachines);

async function open() {
  const hub = await startTestHub();
  const machine = createTestMachine({ token: "agent-token\n" });
  const run = (words: readonly string[], options: TestIoOptions = {}) =>
    machine.run(words, { today: Date.now, ...options });
  await run(["login", hub.url, "--token-file", `${machine.folder}/token`]);
  const sync = (options: TestIoOptions = {}) => run(["sync", "--once", "--json"], options);
  const folder = `${machine.folder}/data/hub`;
  return { hub, machine, run, sync, folder };
}

const pdf = (hub: TestHub, body = "One.\n") => hub.pack("pdf", { "SKILL.md": skillFile("pdf", "", body) });
const textOf = (folder: string): string => readFileSync(`${folder}/current/skills/pdf/SKILL.md`, "utf8");

/** A hub and a machine that has applied its state 5. */
async function openSynced() {
  const opened = await open();
  for (let count = 0; count < 4; count++) opened.hub.issue();
  const state = opened.hub.issue({ deployments: [pdf(opened.hub)] });
  expect(await opened.sync()).toMatchObject({ code: 0 });
  return { ...opened, state };
}

describe("refused, and nothing changes", () => {
  const attempts: readonly [string, (hub: TestHub, state: object) => unknown, RegExp][] = [
    [
      "a forged signature",
      (hub, state) => hub.sign({ ...state, sequence: 6, deployments: [] }, true),
      /signature/,
    ],
    [
      "a changed document",
      (hub, state) => ({ ...hub.sign(state), document: JSON.stringify({ ...state, sequence: 6 }) }),
      /signature/,
    ],
    [
      "a replayed older document",
      (hub, state) => hub.sign({ ...state, sequence: 4, deployments: [] }),
      /older/,
    ],
    [
      "an expired document",
      (hub, state) => hub.sign({ ...state, sequence: 6, expiresAt: "2026-01-01T00:00:00Z" }),
      /expired/,
    ],
    [
      "another tenant's document",
      (hub, state) => hub.sign({ ...state, sequence: 6, tenant: "other" }),
      /tenant/,
    ],
    ["a document that is none", () => ({ hello: 1 }), /not a signed/],
    [
      "a policy that cannot be read",
      (hub, state) => {
        const text = '{"version":1,"denny":[]}';
        const policies = [{ text, digest: `sha256:${nodeSha256(Buffer.from(text))}` }];
        return hub.sign({ ...state, sequence: 6, policies });
      },
      /policy cannot be read/,
    ],
    [
      "a policy under another's digest",
      (hub, state) =>
        hub.sign({ ...state, sequence: 6, policies: [{ text: "{}", digest: `sha256:${"0".repeat(64)}` }] }),
      /not the one that it names/,
    ],
  ];
  test.each(attempts)("%s", async (_, make, reason) => {
    const { hub, sync, state, folder } = await openSynced();
    hub.answer = make(hub, state);
    expect(await sync()).toMatchObject({ code: 3, err: expect.stringMatching(reason) });
    expect(textOf(folder)).toContain("One.");
    hub.answer = hub.sign({ ...state, sequence: 7 });
    expect(await sync()).toMatchObject({ code: 0 });
  });

  test("another key than the one of the login", async () => {
    const { hub, sync, state } = await openSynced();
    hub.answer = { ...hub.sign(state), key: `key:${"A".repeat(43)}` };
    expect(await sync()).toMatchObject({ code: 3, err: expect.stringMatching(/another key/) });
  });

  test("an older document after the lease was removed", async () => {
    const { hub, sync, state, folder } = await openSynced();
    rmSync(`${folder}/current`);
    hub.answer = hub.sign({ ...state, sequence: 4 });
    expect(await sync()).toMatchObject({ code: 3, err: expect.stringMatching(/older/) });
  });

  test("everything on a clock that was set back, until the user logs in again", async () => {
    const { hub, sync, run, machine, state } = await openSynced();
    const ahead = { today: () => Date.now() + 1_800_000 };
    expect(await sync(ahead)).toMatchObject({ code: 0 });
    expect(await sync()).toMatchObject({ code: 3, err: expect.stringMatching(/set back/) });
    await run(["login", hub.url, "--token-file", `${machine.folder}/token`]);
    hub.answer = hub.sign(state);
    expect(await sync()).toMatchObject({ code: 0 });
  });
});

test("a changed archive is not installed, but the new revocations count", async () => {
  const { hub, sync, folder, run } = await openSynced();
  const next = pdf(hub, "Two.\n");
  hub.damage(next.archive.digest);
  hub.issue({ deployments: [next], revocations: [{ id: "r", kind: "name", value: "xls", message: "" }] });
  const { code, err } = await sync();
  expect(code).not.toBe(0);
  expect(err).toMatch(/not what was promised/);
  expect(textOf(folder)).toContain("One.");
  // It has the deployed name, but not the deployed content.
  const refused = await run(["exec", "pdf", "x.sh"]);
  expect(refused.code).not.toBe(0);
  expect(readFileSync(`${folder}/current/lease`, "utf8")).toContain("xls");
});

test.each([
  ["a new machine", open],
  ["a machine with an earlier state", openSynced],
])(
  "on %s, a download that fails keeps neither policies nor revocations from taking effect",
  async (_, start) => {
    const { hub, sync, run, folder } = await start();
    const next = pdf(hub, "Two.\n");
    hub.damage(next.archive.digest);
    const text = '{"version":1,"deny":["Bash(rm:*)"]}';
    const policies = [{ text, digest: `sha256:${nodeSha256(Buffer.from(text))}` }];
    hub.issue({ deployments: [next], policies });
    expect((await sync()).code).not.toBe(0);
    const words = ["policy", "explain", "--tool", "Bash", "--input", '{"command":"rm -rf x"}', "--json"];
    expect(JSON.parse((await run(words)).out)).toMatchObject({ effect: "deny" });
    hub.issue({ deployments: [pdf(hub, "Three.\n")], policies });
    expect(await sync()).toMatchObject({ code: 0 });
    expect(textOf(folder)).toContain("Three.");
  },
);

test("a changed byte of an installed skill is mended by the next sync", async () => {
  const { sync, folder } = await openSynced();
  writeFileSync(`${folder}/current/skills/pdf/SKILL.md`, skillFile("pdf", "", "Evil.\n"));
  expect(await sync()).toMatchObject({ code: 0 });
  expect(textOf(folder)).toContain("One.");
});

test("a skill that others put into the organization's folder is removed by the next sync", async () => {
  const { sync, folder } = await openSynced();
  mkdirSync(`${folder}/current/skills/planted`);
  writeFileSync(`${folder}/current/skills/planted/SKILL.md`, skillFile("planted"));
  await sync();
  expect(readdirSync(`${folder}/current/skills`)).toEqual(["pdf"]);
});

test("links in the place of folders are not followed: nothing is written or removed elsewhere", async () => {
  for (const name of ["contents", "generations"]) {
    const { hub, sync, folder, machine } = await openSynced();
    const victim = `${machine.folder}/victim`;
    mkdirSync(`${victim}/0123456789abcdef`, { recursive: true });
    rmSync(`${folder}/${name}`, { recursive: true });
    symlinkSync(victim, `${folder}/${name}`);
    hub.issue({ deployments: [pdf(hub, "Two.\n")] });
    expect(await sync()).toMatchObject({ code: 3, err: expect.stringContaining(name) });
    expect(readdirSync(victim)).toEqual(["0123456789abcdef"]);
  }
});

test("a link in the place of an installed skill is replaced, and its target stays", async () => {
  const { sync, folder, machine } = await openSynced();
  const victim = `${machine.folder}/victim`;
  mkdirSync(victim);
  writeFileSync(`${victim}/SKILL.md`, skillFile("pdf", "", "Evil.\n"));
  rmSync(`${folder}/current/skills/pdf`, { recursive: true });
  symlinkSync(victim, `${folder}/current/skills/pdf`);
  expect(await sync()).toMatchObject({ code: 0 });
  expect(textOf(folder)).toContain("One.");
  expect(readFileSync(`${victim}/SKILL.md`, "utf8")).toContain("Evil.");
});

test.each(["..", "team/..", ".hidden", "a\\b", "con"])("a deployment named %j is refused", async (name) => {
  const { hub, sync, folder } = await openSynced();
  hub.issue({ deployments: [{ ...pdf(hub), name }] });
  expect(await sync()).toMatchObject({ code: 3, err: expect.stringContaining("its name") });
  expect(textOf(folder)).toContain("One.");
  expect(existsSync(`${folder}/SKILL.md`)).toBe(false);
});

describe("--system below a throw-away root", () => {
  const start = async () => {
    const opened = await openSynced();
    const root = `${opened.machine.folder}/image`;
    const codex = `${root}/etc/codex/skills`;
    const claude = `${root}/etc/claude-code/.claude/skills`;
    const system = () => opened.run(["sync", "--once", "--system", "--prefix", root, "--json"]);
    return { ...opened, root, codex, claude, system };
  };

  test("what is revoked leaves the folders of agents that do not know the hub, even if a download fails", async () => {
    const { hub, system, codex } = await start();
    const docx = hub.pack("docx", { "SKILL.md": skillFile("docx") });
    hub.issue({ deployments: [pdf(hub), docx] });
    expect(await system()).toMatchObject({ code: 0 });
    expect(readdirSync(codex).sort()).toEqual(["docx", "pdf"]);
    const next = hub.pack("docx", { "SKILL.md": skillFile("docx", "", "New.\n") });
    hub.damage(next.archive.digest);
    hub.issue({
      deployments: [next],
      revocations: [{ id: "r", kind: "name", value: "pdf", message: "" }],
    });
    expect((await system()).code).not.toBe(0);
    expect(readdirSync(codex)).toEqual(["docx"]);
  });

  test("files and links of others stay, whatever their names", async () => {
    const { hub, system, codex, machine } = await start();
    const victim = `${machine.folder}/victim`;
    for (const path of [victim, codex, `${codex}/docx.new`]) mkdirSync(path, { recursive: true });
    writeFileSync(`${victim}/SKILL.md`, "Theirs.");
    writeFileSync(`${codex}/pdf.new`, "Theirs.");
    symlinkSync(victim, `${codex}/docx`);
    const docx = hub.pack("docx", { "SKILL.md": skillFile("docx") });
    hub.issue({ deployments: [pdf(hub), docx] });
    const { code, out } = await system();
    expect(code).toBe(0);
    expect(JSON.parse(out).managed).toContainEqual({ path: codex, blocked: ["docx"] });
    expect(readFileSync(`${codex}/pdf.new`, "utf8")).toBe("Theirs.");
    hub.issue({ revocations: [{ id: "r", kind: "name", value: "docx", message: "" }] });
    expect(await system()).toMatchObject({ code: 0 });
    expect(readdirSync(codex).sort()).toEqual(["docx", "docx.new", "pdf.new"]);
    expect(readdirSync(victim)).toEqual(["SKILL.md"]);
  });

  test("an agent's folder that is a link is reported and not followed, and the others are filled", async () => {
    const { hub, system, codex, claude, machine, root } = await start();
    const victim = `${machine.folder}/victim`;
    mkdirSync(victim);
    mkdirSync(`${root}/etc/codex`, { recursive: true });
    symlinkSync(victim, codex);
    hub.issue({ deployments: [pdf(hub)] });
    const { code, out } = await system();
    expect(code).toBe(0);
    expect(JSON.parse(out).managed).toContainEqual({ path: codex, blocked: ["pdf"] });
    expect(readdirSync(victim)).toEqual([]);
    expect(readdirSync(claude)).toEqual(["pdf"]);
  });
});
