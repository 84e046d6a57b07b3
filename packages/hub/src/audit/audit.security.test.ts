import { linkEvent, readLink, toEventText } from "@skillwright/core/audit";
import { nodeSha256 } from "@skillwright/core/node";
import { afterAll, describe, expect, test } from "vitest";
import { createToken } from "../access/tokens.ts";
import { openPostgres } from "../database/open-postgres.ts";
import { openSqlite } from "../database/open-sqlite.ts";
import { startPostgres } from "../database/test-postgres.ts";
import { startTestHub, type TestHub, temporaryFolder } from "../test-hub.ts";
import {
  codeOf,
  conclude,
  createLog,
  logOf,
  nothingSeen,
  receiptOf,
  sampleSkill,
  upload,
  verifierOf,
} from "./test-log.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.close());

async function getJson<Body>(hub: TestHub, path: string, token = hub.token): Promise<Body> {
  return JSON.parse(await (await hub.send("GET", path, { token })).text());
}

test("a changed, a forged and a removed line are refused, and nothing of the upload is stored", async () => {
  const hub = await startTestHub();
  const lines = logOf(5);
  const [first = ""] = lines;
  const changed = first.replace('"ok":true', '"ok":false');
  const forged = first.replace(/"hash":"[0-9a-f]{64}"/, `"hash":"${"0".repeat(64)}"`);
  const longer = `${first.slice(0, -1)},"extra":1}`;
  for (const line of [changed, forged, longer, "", "{}", `${first}\n`, first.replace("1", "é")])
    expect([line.slice(0, 30), await codeOf(await upload(hub, [line]))]).toEqual([
      line.slice(0, 30),
      "INVALID_REQUEST",
    ]);
  expect(await codeOf(await upload(hub, lines.toSpliced(2, 1)))).toBe("INVALID_REQUEST");
  expect(await codeOf(await upload(hub, lines.toReversed()))).toBe("INVALID_REQUEST");
  const { events } = await getJson<{ events: readonly unknown[] }>(hub, "/api/v1/audit?stream=s");
  expect(events).toEqual([]);
});

test("the log names the token that changed something, and never its secret", async () => {
  const hub = await startTestHub();
  const create = { token: hub.token, body: { name: "nightly", role: "admin" } };
  const made = await hub.send("POST", "/api/v1/tokens", create);
  const { token, id } = JSON.parse(await made.text());
  const tenant = { token, body: { id: "emea", name: `EMEA, token: ${token}` } };
  expect((await hub.send("POST", "/api/v1/tenants", tenant)).status).toBe(201);
  const revoking = { token: hub.token };
  expect((await hub.send("DELETE", `/api/v1/tokens/${id}`, revoking)).status).toBe(204);
  const { events } = await getJson<{ events: readonly { line: string; user: string }[] }>(
    hub,
    "/api/v1/audit?stream=hub",
  );
  const lines = events.map(({ line }) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({ action: "tenant-created", user: `token:${id}`, subject: "emea" }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ action: "token-revoked", subject: `token:${id}` }));
  // A secret may hold the character that parts tokens, so its end alone is looked for.
  expect(JSON.stringify(events)).not.toContain(token.slice(-24));
});

test("no agent writes the hub's own log", async () => {
  const hub = await startTestHub();
  expect(await codeOf(await upload(hub, logOf(1), { stream: "hub" }))).toBe("FORBIDDEN");
});

describe("tenants", () => {
  const startTwo = async (): Promise<TestHub & { red: string; blue: string }> => {
    const folder = temporaryFolder();
    const database = await openSqlite(`${folder}/hub.sqlite`);
    const [red, blue] = await database.write("enterprise", async (transaction) => {
      const tokens: string[] = [];
      for (const id of ["red", "blue"]) {
        await transaction.insertInto("tenants").values({ id, name: id, created_at: 0 }).execute();
        const agent = { kind: "service", name: id, tenant: id, role: "agent", createdBy: "test" } as const;
        tokens.push((await createToken(transaction, agent, 0)).token);
      }
      return tokens;
    });
    await database.close();
    return { ...(await startTestHub({}, folder)), red: red ?? "", blue: blue ?? "" };
  };

  test("the same stream in two tenants is two logs, and neither agent reaches the other's", async () => {
    const hub = await startTwo();
    const [mine, theirs] = [logOf(3, "red"), logOf(3, "blue")];
    await receiptOf(hub, mine, { tenant: "red", token: hub.red });
    await receiptOf(hub, theirs, { tenant: "blue", token: hub.blue });
    expect((await upload(hub, mine, { tenant: "blue", token: hub.red })).status).toBe(403);
    for (const path of ["checkpoint", "tile/0/000.p/1", "proof?stream=s&sequence=1", "key"]) {
      const separator = path.includes("?") ? "&" : "?";
      const response = await hub.send("GET", `/api/v1/audit/${path}${separator}tenant=blue`, {
        token: hub.red,
      });
      expect([path, response.status]).toEqual([path, 403]);
    }
  });

  test("an agent sees neither lines nor their hashes, with which it could continue another agent's log", async () => {
    const hub = await startTwo();
    await receiptOf(hub, logOf(1), { tenant: "red", token: hub.red });
    const proof = await getJson<object>(hub, "/api/v1/audit/proof?stream=s&sequence=1", hub.red);
    expect(Object.keys(proof).sort()).toEqual(["checkpoint", "hashes", "leaf"]);
    for (const path of ["/api/v1/audit", "/api/v1/audit/export", "/api/v1/audit/tile/entries/000.p/1"])
      expect((await hub.send("GET", path, { token: hub.red })).status).toBe(403);
  });

  test("a receipt of another tenant's log proves nothing", async () => {
    const hub = await startTwo();
    const lines = logOf(2);
    const receipt = await receiptOf(hub, lines, { tenant: "blue", token: hub.blue });
    const verifier = await verifierOf(hub, "red");
    expect(conclude(receipt, lines, { verifier, tenant: "red" })).toEqual({ fault: "other-log" });
    expect(conclude(receipt, lines, { verifier, tenant: "blue" })).toHaveProperty("head");
  });
});

test("receipts that were changed, of other lines, of another key, of an older or a rewritten log are refused by the agent", async () => {
  const hub = await startTestHub();
  const other = await startTestHub();
  const verifier = await verifierOf(hub);
  const lines = logOf(20);
  const older = await receiptOf(hub, lines.slice(0, 5));
  const receipt = await receiptOf(hub, lines.slice(5, 15));
  const part = lines.slice(5, 15);
  const verdict = conclude(receipt, part, { verifier });
  if (!("head" in verdict)) throw new Error(verdict.fault);
  const stranger = await receiptOf(other, lines.slice(0, 15));
  expect(conclude(stranger, lines.slice(0, 15), { verifier })).toEqual({ fault: "not-signed" });
  const resized = { ...receipt, checkpoint: receipt.checkpoint.replace("\n16\n", "\n17\n") };
  expect(conclude(resized, part, { verifier })).toEqual({ fault: "not-signed" });
  expect(conclude(receipt, lines.slice(6, 16), { verifier })).toEqual({ fault: "not-included" });
  expect(conclude({ ...receipt, proofs: [] }, part, { verifier })).toEqual({ fault: "not-included" });
  expect(conclude({ ...receipt, sequence: 14 }, part, { verifier })).toEqual({ fault: "not-included" });
  expect(conclude(older, lines.slice(0, 5), { verifier, seen: verdict.head })).toEqual({
    fault: "rolled-back",
  });
  const rewritten = { ...verdict.head, root: nothingSeen.root };
  expect(conclude(receipt, part, { verifier, seen: rewritten })).toEqual({ fault: "rewritten" });
  const shorter = await receiptOf(hub, lines.slice(15), { since: 16 });
  expect(conclude(shorter, lines.slice(15), { verifier, seen: rewritten })).toEqual({ fault: "rewritten" });
});

test("a changed line, hash, tile or checkpoint in the database is found", async () => {
  const folder = temporaryFolder();
  const hub = await startTestHub({}, folder);
  const lines = logOf(300);
  await receiptOf(hub, lines);
  const database = await openSqlite(`${folder}/hub.sqlite`);
  const faultsOf = async (): Promise<readonly unknown[]> =>
    (await getJson<{ faults: readonly unknown[] }>(hub, "/api/v1/audit/integrity?from=0")).faults;
  expect(await faultsOf()).toEqual([]);
  const events = await database.read.selectFrom("events").selectAll().where("leaf", "in", [7, 8]).execute();
  const [{ body = "", hash = "" } = {}, other] = events;
  const set = (values: { body?: string | null; hash?: string }): Promise<unknown> =>
    database.write("enterprise", (transaction) =>
      transaction.updateTable("events").set(values).where("leaf", "=", 7).execute(),
    );
  await set({ body: (body ?? "").replace('"ok"', '"no"') });
  expect(await faultsOf()).toEqual([{ leaf: 7, kind: "line-changed" }]);
  // A whole other line with its right hash differs from the tree.
  await set({ body: other?.body ?? "", hash: other?.hash ?? "" });
  expect(await faultsOf()).toEqual([
    { leaf: 7, kind: "line-changed" },
    { leaf: 7, kind: "tile-differs" },
  ]);
  await set({ body, hash });
  const tile = await database.read
    .selectFrom("tiles")
    .select("hashes")
    .where("level", "=", 0)
    .where("tile", "=", 1)
    .executeTakeFirstOrThrow();
  const bytes = Uint8Array.from(tile.hashes);
  bytes[40] = (bytes[40] ?? 0) ^ 1;
  await database.write("enterprise", (transaction) =>
    transaction
      .updateTable("tiles")
      .set({ hashes: bytes })
      .where("level", "=", 0)
      .where("tile", "=", 1)
      .execute(),
  );
  expect(await faultsOf()).toEqual([{ leaf: 257, kind: "tile-differs" }, { kind: "root-differs" }]);
  // What the agent gets from the changed tree does not convince it.
  const verifier = await verifierOf(hub);
  const receipt = await receiptOf(hub, lines.slice(0, 1));
  expect(conclude(receipt, lines.slice(0, 1), { verifier })).toHaveProperty("fault");
  await database.close();
});

const hostile = `'; drop table events; -- <script>alert(1)</script> \u0000 \ud800 =cmd|'/c calc'!A1 ${"x".repeat(500)}`;

test.each([
  ["SQLite", async () => ({})],
  ...(postgres ? [["PostgreSQL", async () => ({ database: await postgres.createDatabase() })] as const] : []),
] as const)("%s keeps hostile texts of events as they are, and finds them", async (_, settings) => {
  const hub = await startTestHub(await settings());
  const log = createLog();
  log.add({
    ...{ time: "not a time", session: hostile, user: hostile, event: "skill-feedback" },
    ...{ skill: { name: hostile, digest: hostile }, helped: false, comment: hostile },
  });
  log.add({
    ...{
      time: "9999-01-01T00:00:00Z",
      session: "s",
      event: "tool-call-finished",
      call: hostile,
      tool: hostile,
    },
    ...{ skills: [sampleSkill], ok: true, durationMs: Number.MAX_VALUE, output: hostile },
  });
  await receiptOf(hub, log.lines, { agent: hostile.slice(0, 100) });
  const { events } = await getJson<{ events: readonly { line: string }[] }>(hub, "/api/v1/audit?stream=s");
  expect(events.map(({ line }) => line)).toEqual(log.lines.toReversed());
  const cut = encodeURIComponent(hostile.slice(0, 200).replace("\0", "\ufffd").toWellFormed());
  const found = await getJson<{ events: readonly unknown[] }>(hub, `/api/v1/audit?user=${cut}`);
  expect(found.events).toHaveLength(1);
  const { feedback } = await getJson<{ feedback: readonly { helped: boolean }[] }>(
    hub,
    `/api/v1/skills/${cut}/feedback`,
  );
  expect(feedback).toMatchObject([{ helped: false, version: "" }]);
  const csv = await (await hub.send("GET", "/api/v1/audit/export?format=csv", { token: hub.token })).text();
  // Spreadsheets run cells that begin like a formula.
  const formula = createLog();
  formula.add({
    ...{ time: "2026-01-01T00:00:00Z", session: "=1+1", user: "@sum", event: "hub-changed" },
    ...{ action: "-1", subject: "+1" },
  });
  await receiptOf(hub, formula.lines, { stream: "t" });
  const safe = await (
    await hub.send("GET", "/api/v1/audit/export?format=csv&stream=t", { token: hub.token })
  ).text();
  expect(csv.split("\r\n")[0]).toContain("sequence,time,session");
  expect(safe).toContain("'=1+1,'@sum");
});

test("a line of a megabyte is taken, a longer one and a larger upload are not", async () => {
  const hub = await startTestHub();
  const longest = lineOf(1_048_576);
  expect(longest.length).toBe(1_048_576);
  await receiptOf(hub, [longest]);
  expect(await codeOf(await upload(hub, [lineOf(1_048_577)], { stream: "t" }))).toBe("INVALID_REQUEST");
  const many = Array.from({ length: 5 }, () => longest);
  expect(await codeOf(await upload(hub, many, { stream: "t" }))).toBe("TOO_LARGE");
  expect(
    await codeOf(
      await upload(
        hub,
        Array.from({ length: 501 }, () => "x"),
        { stream: "t" },
      ),
    ),
  ).toBe("INVALID_REQUEST");
});

/** A valid first line of exactly so many characters, most of which JSON escapes. */
function lineOf(length: number): string {
  const make = (workspace: string): string =>
    linkEvent(
      toEventText({ time: "2026-01-01T00:00:00Z", session: "s", event: "session-started", workspace }),
      { sequence: 0, hash: "0".repeat(64) },
      nodeSha256,
    ).line;
  const empty = make("").length;
  const pairs = Math.floor((length - empty) / 2);
  return make('"'.repeat(pairs) + "x".repeat(length - empty - 2 * pairs));
}

test("erasing removes texts and people, is itself recorded without naming them, and proofs still hold", async () => {
  const hub = await startTestHub();
  const verifier = await verifierOf(hub);
  const lines = logOf(10);
  await receiptOf(hub, lines);
  await receiptOf(hub, logOf(3, "kept"), { stream: "t" });
  const body = { session: "session-1", user: "ana", reason: "asked for by the person" };
  const erased = await hub.send("POST", "/api/v1/audit/erase", { token: hub.token, body });
  expect(await erased.json()).toEqual({ version: 1, erased: 10 });
  const exported = await (
    await hub.send("GET", "/api/v1/audit/export?stream=s", { token: hub.token })
  ).text();
  expect(exported).not.toContain("ana");
  expect(exported.split("\n")).toHaveLength(11);
  const { events } = await getJson<{ events: readonly { line: string; user: string }[] }>(
    hub,
    "/api/v1/audit?stream=hub",
  );
  expect(events[0]?.line).toContain("audit-erased");
  expect(events[0]?.line).not.toContain('"ana"');
  // The agent still has its lines, and they are still proved; so does whoever checks the hub.
  expect(conclude(await receiptOf(hub, lines), lines, { verifier })).toHaveProperty("head");
  expect(await getJson(hub, "/api/v1/audit/integrity?from=0")).toMatchObject({ sound: true, faults: [] });
  const nothing = await hub.send("POST", "/api/v1/audit/erase", {
    token: hub.token,
    body: { reason: "all" },
  });
  expect(await codeOf(nothing)).toBe("INVALID_REQUEST");
  expect(readLink(lines[0] ?? "", nodeSha256)?.sound).toBe(true);
});

test("two hubs on one PostgreSQL give every line one place", async () => {
  if (!postgres) return;
  const database = await postgres.createDatabase();
  const settings = { database, rateLimit: { perMinute: 1_000_000 } };
  const first = await startTestHub(settings);
  const second = { ...(await startTestHub(settings)), token: first.token };
  const logs = Array.from({ length: 6 }, (_, index) => ({
    stream: `s${index}`,
    lines: logOf(60, `s${index}`),
  }));
  await Promise.all(
    logs.flatMap(({ stream, lines }) =>
      [first, second].map(async (hub) => {
        for (let at = 0; at < lines.length; at += 10)
          await receiptOf(hub, lines.slice(0, at + 10), { stream });
      }),
    ),
  );
  const opened = await openPostgres(database);
  const rows = await opened.read.selectFrom("events").select(["leaf"]).orderBy("leaf").execute();
  await opened.close();
  expect(rows.map(({ leaf }) => leaf)).toEqual(Array.from({ length: 361 }, (_, index) => index));
  expect(await getJson(second, "/api/v1/audit/integrity?from=0")).toMatchObject({ sound: true, size: 361 });
});
