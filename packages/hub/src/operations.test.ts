import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import { connect } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import { createTestCertificate } from "../../packaging/src/http/test-certificate.ts";
import { HubSettingsSchema } from "./config/settings.ts";
import { backupHub, restoreHub } from "./database/backup.ts";
import { startHub } from "./start-hub.ts";
import { startTestHub, startTestHubWith, type TestHub, temporaryFolder } from "./test-hub.ts";

/** Why a hub does not start. */
async function failure(settings: object, dataFolder = temporaryFolder()): Promise<string> {
  const start = startHub({
    ...{ settings: HubSettingsSchema.parse(settings), dataFolder, now: Date.now, writeLog: () => {} },
  });
  const error = await start.then((hub) => hub.close()).catch((reason: unknown) => reason);
  return error instanceof SkillError ? `${error.code}: ${JSON.stringify(error.details)}` : String(error);
}

test("a port in use, an address of another machine and a missing database are clear errors", async () => {
  const hub = await startTestHub();
  const port = Number(new URL(hub.url).port);
  expect(await failure({ port })).toMatch(/^hub-unable: .*already in use/);
  expect(await failure({ host: "203.0.113.1" })).toMatch(/^hub-unable: .*no such address/);
  const database = "postgres://hub:hunter2@127.0.0.1:1/hub";
  expect(await failure({ database })).toMatch(/^hub-unable: .*postgres:\/\/127.0.0.1:1\/hub .*ECONNREFUSED/);
  expect(await failure({ database })).not.toContain("hunter2");
});

test("bad settings are refused with the place", () => {
  for (const [settings, place] of [
    [{ port: 70_000 }, "port"],
    [{ publicUrl: "https://hub.example/skills" }, "publicUrl"],
    [{ publicUrl: "ftp://hub.example" }, "publicUrl"],
    [{ database: "mysql://x" }, "database"],
    [{ tls: { certificate: "a" } }, "tls"],
    [{ unknown: 1 }, ""],
  ] as const)
    expect(HubSettingsSchema.safeParse(settings).error?.issues[0]?.path[0] ?? "").toBe(place);
});

test("files that are no certificate and its key are refused before anything is created", async () => {
  const folder = temporaryFolder();
  const { cert } = createTestCertificate();
  writeFileSync(`${folder}/cert.pem`, cert);
  writeFileSync(`${folder}/key.pem`, createTestCertificate().key);
  const tls = { certificate: `${folder}/cert.pem`, key: `${folder}/key.pem` };
  expect(await failure({ tls }, `${folder}/data`)).toMatch(/^hub-unable: .*not a certificate and its key/);
  expect(await failure({ tls: { ...tls, key: `${folder}/none.pem` } })).toMatch(/^file-missing: .*none.pem/);
  expect(existsSync(`${folder}/data`)).toBe(false);
});

test("a second hub on a data folder is refused, and the folder is free when the first one is closed", async () => {
  const folder = temporaryFolder();
  const first = await startTestHub({}, folder);
  expect(await failure({}, folder)).toMatch(/^hub-unable: .*another hub uses the data folder/);
  await first.close();
  const second = await startTestHub({}, folder);
  expect((await second.send("GET", "/ready")).status).toBe(200);
});

test("a database of a newer version is refused and stays as it is", async () => {
  const folder = temporaryFolder();
  await (await startTestHub({}, folder)).close();
  const database = new DatabaseSync(`${folder}/hub.sqlite`);
  database.exec("insert into kysely_migration values ('9999-later', '2099-01-01T00:00:00.000Z')");
  database.close();
  expect(await failure({}, folder)).toMatch(/^hub-unable: .*newer version.*9999-later/);
});

test("a file that is no database is a clear error", async () => {
  const folder = temporaryFolder();
  writeFileSync(`${folder}/hub.sqlite`, "no database".repeat(100));
  expect(await failure({}, folder)).toMatch(/^hub-unable: .*not a database/);
});

test("the database and its companions are readable by their owner alone, also in a folder that others may read", async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const hub = await startTestHub({}, folder);
  await hub.send("GET", "/api/v1/me", { token: hub.token });
  for (const name of ["hub.sqlite", "hub.sqlite-wal", "hub.sqlite-shm", "hub.lock"])
    expect([name, statSync(`${folder}/${name}`).mode & 0o777]).toEqual([name, 0o600]);
});

test("if the first token cannot be saved, the next start is the first one", async () => {
  const dataFolder = temporaryFolder();
  const options = { settings: HubSettingsSchema.parse({}), dataFolder, now: Date.now };
  const saveFirstToken = (): void => {
    throw new SkillError("file-exists", { path: "token" });
  };
  await expect(startTestHubWith({ ...options, saveFirstToken })).rejects.toThrow("file-exists");
  const hub = await startTestHubWith(options);
  expect(hub.firstToken).toMatch(/^skw_/);
});

test("TLS by files: the hub speaks https, and browsers get the cookie that only https has", async () => {
  const folder = temporaryFolder();
  const { cert, key } = createTestCertificate();
  writeFileSync(`${folder}/cert.pem`, cert);
  writeFileSync(`${folder}/key.pem`, key);
  const tls = { certificate: `${folder}/cert.pem`, key: `${folder}/key.pem` };
  const hub = await startTestHub({ tls }, folder);
  expect(hub.url).toMatch(/^https:/);
  const body = new URLSearchParams({ token: hub.token }).toString();
  const headers = { origin: hub.url, "content-type": "application/x-www-form-urlencoded" };
  const answer = await new Promise<import("node:http").IncomingMessage>((resolve, reject) => {
    const sent = tlsRequest(
      `${hub.url}/sign-in`,
      { ca: cert, method: "POST", headers, agent: false },
      resolve,
    );
    sent.on("error", reject).end(body);
  });
  answer.resume();
  expect([answer.statusCode, answer.headers["set-cookie"]?.[0]]).toEqual([
    ...[303, expect.stringMatching(/^__Host-skillwright=.*; Secure$/)],
  ]);
});

test("behind a proxy, clients are told apart by the last forwarded address, and only if the proxy is trusted", async () => {
  const rateLimit = { anonymousPerMinute: 2 };
  const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
  const trusting = await startTestHub({ rateLimit, trustProxy: true, publicUrl: "https://hub.example" });
  const statuses: number[] = [];
  for (const address of ["10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.9, 10.0.0.1", "10.0.0.2"])
    statuses.push((await trusting.send("GET", "/health", from(address))).status);
  expect(statuses).toEqual([200, 200, 429, 429, 200]);
  const direct = await startTestHub({ rateLimit });
  const others: number[] = [];
  for (const address of ["10.0.0.1", "10.0.0.2", "10.0.0.3"])
    others.push((await direct.send("GET", "/health", from(address))).status);
  expect(others).toEqual([200, 200, 429]);
});

test("metrics are for this machine and for tokens of the enterprise that may see agents", async () => {
  const hub = await startTestHub({ trustProxy: true });
  const metrics = (token: string | undefined, address: string) =>
    hub.send("GET", "/metrics", { token, headers: { "x-forwarded-for": address } });
  const local = await hub.send("GET", "/metrics");
  expect(await local.text()).toMatch(/^skillwright_hub_connections \d+$/m);
  expect((await metrics(undefined, "10.0.0.1")).status).toBe(403);
  for (const name of ["via", "forwarded", "x-real-ip", "x-forwarded-host"])
    expect((await hub.send("GET", "/metrics", { headers: { [name]: "127.0.0.1" } })).status).toBe(403);
  expect((await metrics(hub.token, "10.0.0.1")).status).toBe(200);
  const created = await hub.send("POST", "/api/v1/tokens", { token: hub.token, body: { name: "r" } });
  const { token } = (await created.json()) as { token: string };
  expect((await metrics(token, "10.0.0.1")).status).toBe(403);
  const plain = await startTestHub();
  const forwarded = await plain.send("GET", "/metrics", { headers: { "x-forwarded-for": "127.0.0.1" } });
  expect(forwarded.status).toBe(403);
});

test("when the hub stops, open requests end, idle connections close, and it is not ready meanwhile", async () => {
  const hub = await startTestHub();
  const { port } = new URL(hub.url);
  const idle = connect(Number(port), "127.0.0.1");
  idle.write("GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
  await new Promise((resolve) => idle.once("data", resolve));
  const body = JSON.stringify({ name: "late" });
  const headers = { authorization: `Bearer ${hub.token}`, "content-length": body.length };
  const open = plainRequest(`${hub.url}/api/v1/me/tokens`, { method: "POST", headers, agent: false });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    open.once("response", (answer) => resolve(answer.resume().statusCode)).once("error", reject);
  });
  open.write(body.slice(0, 5));
  // Until the hub has the headers of the request.
  while (!(await (await hub.send("GET", "/metrics")).text()).includes("connections 3")) await sleep(10);
  const closed = hub.close();
  await expect(hub.send("GET", "/ready")).rejects.toThrow();
  open.end(body.slice(5));
  expect(await answered).toBe(201);
  await closed;
  expect(JSON.parse(hub.lines.at(-1) ?? "")).toMatchObject({ event: "hub-stopped" });
});

test("a request that never ends does not keep the hub from stopping", async () => {
  const settings = HubSettingsSchema.parse({});
  const timeouts = { headersMs: 10_000, requestMs: 60_000, stopMs: 100 };
  const hub = await startTestHubWith({ settings, dataFolder: temporaryFolder(), now: Date.now, timeouts });
  const socket = connect(Number(new URL(hub.url).port), "127.0.0.1");
  socket.write("POST /sign-in HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n");
  await new Promise((resolve) => socket.once("connect", resolve));
  const gone = new Promise((resolve) =>
    socket
      .once("close", resolve)
      .on("error", () => {})
      .resume(),
  );
  await hub.close();
  await gone;
});

test("a backup of a hub that serves is whole, verified, private, and restores everything", async () => {
  const folder = temporaryFolder();
  const hub = await startTestHub({}, folder);
  const writing = Array.from({ length: 20 }, (_, index) =>
    hub.send("POST", "/api/v1/tenants", { token: hub.token, body: { id: `t${index}`, name: "T" } }),
  );
  const file = `${folder}/backup.sqlite`;
  const during = await backupHub({ dataFolder: folder, file: `${folder}/during.sqlite` });
  for (const sent of writing) expect((await sent).status).toBe(201);
  expect(during.events).toBe(during.tenants);
  const report = await backupHub({ dataFolder: folder, file });
  expect(report).toMatchObject({ tenants: 21, events: 21 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(existsSync(`${file}.partial`)).toBe(false);
  await expect(backupHub({ dataFolder: folder, file })).rejects.toThrow("file-exists");
  await expect(restoreHub({ dataFolder: folder, file, now: 1 })).rejects.toThrow("another hub uses");

  const place = temporaryFolder();
  await restoreHub({ dataFolder: place, file, now: Date.now() });
  await expect(restoreHub({ dataFolder: place, file, now: 1 })).rejects.toThrow("file-exists");
  const restored = await startTestHub({}, place);
  expect(restored.firstToken).toBeUndefined();
  const list = await restored.send("GET", "/api/v1/tenants", { token: hub.token });
  expect(((await list.json()) as { tenants: unknown[] }).tenants).toHaveLength(21);
});

test("agents accept the next document of a restored hub, however often an old backup is restored", async () => {
  const folder = temporaryFolder();
  const hub = await startTestHub({}, folder);
  const sequenceOf = async (of: TestHub): Promise<number> => {
    const answer = await of.send("GET", "/api/v1/state", { token: hub.token });
    const { document } = (await answer.json()) as { document: string };
    return JSON.parse(document).sequence;
  };
  const revoke = async (of: TestHub): Promise<void> => {
    const body = { kind: "name", value: "pdf" };
    expect((await of.send("POST", "/api/v1/revocations", { token: hub.token, body })).status).toBe(201);
  };
  expect(await sequenceOf(hub)).toBeGreaterThan(0);
  const file = `${folder}/backup.sqlite`;
  await backupHub({ dataFolder: folder, file });
  await revoke(hub);
  let seen = await sequenceOf(hub);
  for (let restorations = 0; restorations < 2; restorations++) {
    const place = temporaryFolder();
    await restoreHub({ dataFolder: place, file, now: Date.now() });
    const restored = await startTestHub({}, place);
    const first = await sequenceOf(restored);
    expect(first).toBeGreaterThan(seen);
    await revoke(restored);
    seen = await sequenceOf(restored);
    expect(seen).toBeGreaterThan(first);
    const events = await restored.send("GET", "/api/v1/audit", { token: hub.token });
    expect(await events.text()).toContain("hub-restored");
    await restored.close();
  }
});

test("a damaged, foreign or newer backup is refused, and nothing is written", async () => {
  const folder = temporaryFolder();
  await (await startTestHub({}, folder)).close();
  const file = `${folder}/backup.sqlite`;
  await backupHub({ dataFolder: folder, file });
  const bytes = readFileSync(file);
  const damaged = Buffer.from(bytes);
  damaged.fill(0xff, 4096 * 3, 4096 * 6);
  writeFileSync(`${folder}/damaged`, damaged);
  writeFileSync(`${folder}/cut`, bytes.subarray(0, 9000));
  writeFileSync(`${folder}/text`, "text");
  writeFileSync(`${folder}/newer`, bytes);
  const newer = new DatabaseSync(`${folder}/newer`);
  newer.exec("insert into kysely_migration values ('9999-later', '')");
  newer.close();
  for (const name of ["damaged", "cut", "text", "newer"]) {
    const dataFolder = temporaryFolder();
    const restored = restoreHub({ dataFolder, file: `${folder}/${name}`, now: 1 });
    await expect(restored, name).rejects.toThrow("backup-unusable");
    expect(existsSync(`${dataFolder}/hub.sqlite`)).toBe(false);
  }
});

test("no token, cookie, query or body is in any line of the log", async () => {
  const hub = await startTestHub({ logRequests: true });
  const secrets = ["query-secret", "body-secret", "cookie-secret", "path-secret", "header-secret", hub.token];
  const headers = { cookie: "skillwright=cookie-secret", "x-other": "header-secret" };
  await hub.send("GET", "/api/v1/me?q=query-secret", { token: hub.token, headers });
  await hub.send("GET", "/api/v1/skills/path-secret?q=query-secret", { headers });
  await hub.send("GET", "/sign-in/link/path-secret", { headers });
  await hub.send("POST", "/api/v1/tenants", { token: hub.token, body: { id: "body-secret!", name: "" } });
  await hub.send("POST", "/api/v1/tenants", { token: "skw_header-secret", body: "body-secret" });
  await hub.send("GET", "/none/path-secret", { token: hub.token });
  await hub.close();
  expect(hub.lines.length).toBeGreaterThan(5);
  for (const line of hub.lines) {
    expect(Object.keys(JSON.parse(line))).toEqual(expect.arrayContaining(["time", "level", "event"]));
    for (const secret of secrets) expect(line).not.toContain(secret);
  }
  expect(hub.lines.join("")).toContain('"route":"GET /sign-in/link/{token}"');
});
