import { generateKeyPairSync } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { type AuditEvent, chainStart, linkEvent, toEventText, toHeadText } from "@skillwright/core/audit";
import { formatPin } from "@skillwright/core/lease";
import { createNodeFileSystem, nodeSha256 } from "@skillwright/core/node";
import { HubSettingsSchema, type RunningHub, startHub } from "@skillwright/hub";
import { createHttpClient } from "@skillwright/packaging";
import { writePinFile } from "@skillwright/runtime";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { uploadAudit } from "../../registries/upload-audit.ts";
import { createTestIo, createTestMachine, removeTestMachines, type TestMachine } from "../../test-io.ts";

afterAll(removeTestMachines);

const skill = { name: "deploy", digest: `sha256:${"a".repeat(64)}` };

function eventOf(number: number): AuditEvent {
  const time = new Date(Date.UTC(2026, 0, 13, 10, 0, number)).toISOString();
  const common = { time, session: "s-1", user: "alice" };
  if (number % 4 === 0)
    return { ...common, event: "skill-feedback", skill, helped: true, comment: `note ${number}` };
  const call = { call: `c-${number}`, tool: "Bash", skills: [skill] };
  return { ...common, ...call, event: "tool-call-finished", ok: number % 2 === 0, durationMs: number };
}

/** Writes a log of so many records, as the guard would. */
function writeLog(machine: TestMachine, count: number): string {
  const path = `${machine.folder}/data/audit.jsonl`;
  let end = chainStart;
  let text = "";
  for (let number = 1; number <= count; number++) {
    const linked = linkEvent(toEventText(eventOf(number)), end, nodeSha256);
    text += `${linked.line}\n`;
    end = linked.end;
  }
  writeFileSync(path, text);
  writeFileSync(path.replace(".jsonl", ".head"), toHeadText(end));
  return path;
}

async function startTestHub(folder: string, port = 0): Promise<RunningHub> {
  const settings = HubSettingsSchema.parse({ port });
  const hub = await startHub({ settings, dataFolder: folder, now: Date.now, writeLog: () => {} });
  return hub;
}

type Setting = { readonly machine: TestMachine; readonly hub: RunningHub; readonly path: string };

async function start(count: number): Promise<Setting> {
  const machine = createTestMachine({ "data/x": "" });
  const hub = await startTestHub(`${machine.folder}/hub`);
  onTestFinished(() => hub.close());
  const logins = [{ url: hub.url, token: hub.firstToken, isHub: true }];
  writeFileSync(`${machine.folder}/data/logins.json`, JSON.stringify({ version: 1, logins }));
  return { machine, hub, path: writeLog(machine, count) };
}

const schemas = `${import.meta.dirname}/../../../schemas`;

/** Output that its schema accepts. */
function parsed(name: string, text: string): unknown {
  const schema = JSON.parse(readFileSync(`${schemas}/${name}.schema.json`, "utf8"));
  const validate = new Ajv2020({ strict: false }).compile(schema);
  const value: unknown = JSON.parse(text);
  expect([validate(value), validate.errors]).toEqual([true, null]);
  return value;
}

test("push uploads each record once and goes on where the last receipt ended", async () => {
  const { machine, hub, path } = await start(7);
  const first = await machine.run(["audit", "push", "--json"]);
  expect([first.code, parsed("audit-push", first.out)]).toMatchObject([
    0,
    { hub: hub.url, uploaded: 7, sequence: 7, size: 8 },
  ]);
  expect(parsed("audit-push", (await machine.run(["audit", "push", "--json"])).out)).toMatchObject({
    uploaded: 0,
  });
  writeLog(machine, 1200);
  const more = await machine.run(["audit", "push"]);
  expect(more.out).toBe(
    `Uploaded 1,193 records to ${hub.url}. It has proved to have all records up to 1,200.\n`,
  );
  // A line whose writer is at work is not one yet.
  appendFileSync(path, '{"version":1,"sequence":1201,');
  expect((await machine.run(["audit", "push"])).out).toContain("Uploaded 0 records");
  // Without its notes, an agent uploads again; the hub knows the lines, and nothing is there twice.
  renameSync(path.replace(".jsonl", ".uploaded"), `${path}.away`);
  const again = await machine.run(["audit", "push", "--json"]);
  expect(parsed("audit-push", again.out)).toMatchObject({ uploaded: 1200, sequence: 1200, size: 1201 });
});

test("records of the hub are listed, filtered and proved; a proof is checked without the hub", async () => {
  const { machine, hub } = await start(9);
  await machine.run(["audit", "push"]);
  const list = await machine.run([
    "audit",
    "list",
    "--hub",
    "--skill",
    "deploy",
    "--event",
    "skill-feedback",
    "--json",
  ]);
  expect(parsed("audit-list", list.out)).toMatchObject({ events: [{ sequence: 4 }, { sequence: 8 }] });
  const changes = await machine.run(["audit", "list", "--hub", "--event", "hub-changed"]);
  expect(changes.out).toContain("hub-created ");
  const wrong = await machine.run(["audit", "list", "--user", "alice"]);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("--user requires --hub")]);
  const proved = await machine.run(["audit", "prove", "--sequence", "2-4", "-o", "p.tlog-proof", "--json"]);
  expect([proved.code, parsed("audit-prove", proved.out)]).toMatchObject([0, { first: 2, last: 4 }]);
  await hub.close();
  const verified = await machine.run(["audit", "verify", "--proof", "p.tlog-proof", "--json"]);
  expect(parsed("audit-verify-proof", verified.out)).toMatchObject({
    proved: true,
    proofs: [{ leaf: 2, size: 10 }, { leaf: 3, record: { sequence: 3 } }, { leaf: 4 }],
  });
  const text = await machine.run(["audit", "verify", "--proof", "p.tlog-proof"]);
  expect([text.code, text.out]).toEqual([
    0,
    expect.stringMatching(/^Proved: record 2 \(tool-call-finished, /),
  ]);
});

test("proofs that were changed, of another hub or without a key are refused with the reason", async () => {
  const { machine, hub } = await start(5);
  await machine.run(["audit", "push"]);
  await machine.run(["audit", "prove", "--sequence", "3", "-o", "p"]);
  const file = `${machine.folder}/repo/p`;
  const proof = readFileSync(file, "utf8");
  const faultOf = async (text: string, words: readonly string[] = []): Promise<unknown> => {
    writeFileSync(file, text);
    const { code, out } = await machine.run(["audit", "verify", "--proof", "p", "--json", ...words]);
    expect(code).toBe(1);
    const { proofs } = Object(parsed("audit-verify-proof", out));
    return proofs[0].fault;
  };
  const line = Buffer.from(/^extra (.*)$/m.exec(proof)?.[1] ?? "", "base64").toString();
  const withLine = (text: string): string =>
    proof.replace(/^extra .*$/m, `extra ${Buffer.from(text).toString("base64")}`);
  expect(await faultOf(withLine(line.replace("alice", "mallory")))).toBe("line-changed");
  const forged = linkEvent(toEventText(eventOf(9)), { sequence: 2, hash: "0".repeat(64) }, nodeSha256).line;
  expect(await faultOf(withLine(forged))).toBe("not-included");
  expect(await faultOf(proof.replace("index 3", "index 2"))).toBe("not-included");
  expect(await faultOf(proof.replace(/\n6\n/, "\n7\n"))).toBe("not-signed");
  expect(await faultOf(proof, ["--key", `key:${"A".repeat(43)}`])).toBe("not-signed");
  expect(await faultOf("nonsense")).toBe("unreadable");
  renameSync(`${machine.folder}/data/audit.uploaded`, `${machine.folder}/data/away`);
  expect(await faultOf(proof)).toBe("no-key");
  // The key that login pinned is enough.
  const subject = { agent: "laptop", tenant: "enterprise" };
  const pin = { hub: hub.url, key: await keyOf(hub), subject, isStrict: false, sequence: 0 };
  writePinFile(createNodeFileSystem(), `${machine.folder}/data/hub`, formatPin(pin));
  expect((await machine.run(["audit", "verify", "--proof", "p"])).out).toContain("Proved: record 3");
});

test("while the hub is down nothing is lost, and push says why it failed", async () => {
  const { machine, hub, path } = await start(3);
  await hub.close();
  const before = readFileSync(path, "utf8");
  const failed = await machine.run(["audit", "push"]);
  expect([failed.code, readFileSync(path, "utf8")]).toEqual([4, before]);
  const port = Number(new URL(hub.url).port);
  const back = await startTestHub(`${machine.folder}/hub`, port);
  onTestFinished(() => back.close());
  expect((await machine.run(["audit", "push"])).out).toContain("Uploaded 3 records");
});

test("a hub that was restored from an older copy is reported, and nothing is given up", async () => {
  const { machine, hub, path } = await start(3);
  const port = Number(new URL(hub.url).port);
  await machine.run(["audit", "push"]);
  await hub.close();
  const { cpSync, rmSync } = await import("node:fs");
  cpSync(`${machine.folder}/hub`, `${machine.folder}/copy`, { recursive: true });
  const second = await startTestHub(`${machine.folder}/hub`, port);
  writeLog(machine, 6);
  await machine.run(["audit", "push"]);
  await second.close();
  rmSync(`${machine.folder}/hub`, { recursive: true });
  cpSync(`${machine.folder}/copy`, `${machine.folder}/hub`, { recursive: true });
  const rolledBack = await startTestHub(`${machine.folder}/hub`, port);
  onTestFinished(() => rolledBack.close());
  writeLog(machine, 8);
  const state = readFileSync(path.replace(".jsonl", ".uploaded"), "utf8");
  const alarm = await machine.run(["audit", "push"]);
  expect([alarm.code, alarm.err]).toEqual([3, expect.stringContaining("it has fewer entries than before")]);
  expect(readFileSync(path.replace(".jsonl", ".uploaded"), "utf8")).toBe(state);
});

test("a hub with another key at the same address is reported", async () => {
  const { machine, hub } = await start(3);
  await machine.run(["audit", "push"]);
  await hub.close();
  const other = await startTestHub(`${machine.folder}/other`, Number(new URL(hub.url).port));
  onTestFinished(() => other.close());
  const logins = [{ url: hub.url, token: other.firstToken, isHub: true }];
  writeFileSync(`${machine.folder}/data/logins.json`, JSON.stringify({ version: 1, logins }));
  writeLog(machine, 5);
  const { code, err } = await machine.run(["audit", "push"]);
  expect([code, err]).toEqual([3, expect.stringContaining("Do not trust the audit log of")]);
});

test("a log that was changed here is not uploaded any further", async () => {
  const { machine, path } = await start(4);
  await machine.run(["audit", "push"]);
  writeLog(machine, 8);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace('"c-6"', '"c-X"'));
  const { code, err } = await machine.run(["audit", "push"]);
  expect([code, err]).toEqual([1, expect.stringContaining("is damaged")]);
  // The hub has records that the log lost.
  writeLog(machine, 2);
  expect((await machine.run(["audit", "push"])).err).toContain("records 3 to 4 are missing");
  expect(existsSync(path)).toBe(true);
});

test("with a pinned key, a hub that shows another one gets no further", async () => {
  const { machine, hub, path } = await start(3);
  const registries = { http: createHttpClient({ credentials: [credentialOf(hub)] }), hub: hub.url };
  const io = createTestIo({});
  const uploading = { path, agent: "laptop", registries, io, fs: createNodeFileSystem() };
  const stranger = { key: createKeyId(), tenant: "enterprise" };
  await expect(uploadAudit({ ...uploading, pin: stranger })).rejects.toThrow(/not signed by the pinned key/);
  expect(existsSync(`${machine.folder}/data/audit.uploaded`)).toBe(false);
  const key = await keyOf(hub);
  const pin = { key, tenant: "enterprise" };
  expect(await uploadAudit({ ...uploading, pin })).toMatchObject({ uploaded: 3 });
  await expect(uploadAudit({ ...uploading, pin: stranger })).rejects.toThrow(/not the one that login pinned/);
  registries.http.close();
});

function credentialOf({ url, firstToken }: RunningHub) {
  return { prefix: url, authorization: `Bearer ${firstToken}` };
}

/** The key that the hub shows. */
async function keyOf({ url, firstToken }: RunningHub): Promise<string> {
  const headers = { authorization: `Bearer ${firstToken}` };
  const shown = await (await fetch(`${url}/api/v1/audit/key`, { headers })).text();
  const [, encoded = ""] = /^[^+]+\+[0-9a-f]{8}\+(.*)\n$/.exec(shown) ?? [];
  return `key:${Buffer.from(encoded, "base64").subarray(1).toString("base64url")}`;
}

function createKeyId(): string {
  return `key:${generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }).x}`;
}
