import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { afterAll, expect, onTestFinished, test } from "vitest";
import type { HubDatabase } from "../database/database.ts";
import { openPostgres } from "../database/open-postgres.ts";
import { openSqlite } from "../database/open-sqlite.ts";
import { startPostgres } from "../database/test-postgres.ts";
import { temporaryFolder } from "../test-hub.ts";
import { logOf } from "./test-log.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.close());

type Child = { readonly process: ChildProcess; readonly url: string; readonly firstToken?: string };

async function startChild(folder: string, database = ""): Promise<Child> {
  const script = `${import.meta.dirname}/kill-child.ts`;
  const child = spawn(process.execPath, ["--conditions=@skillwright/source", script, folder, database], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  for await (const line of createInterface({ input: child.stdout }))
    return { process: child, ...JSON.parse(line) };
  throw new Error("the hub did not start");
}

type Agent = { readonly stream: string; readonly lines: readonly string[]; acknowledged: number };

/** Uploads as an agent does: from the last acknowledged line on, to whichever hub is there. */
async function uploadNext(agent: Agent, url: string, token: string): Promise<void> {
  const lines = agent.lines.slice(agent.acknowledged, agent.acknowledged + 7);
  const body = JSON.stringify({ stream: agent.stream, agent: "test", lines });
  const response = await fetch(`${url}/api/v1/audit`, {
    ...{ method: "POST", body, headers: { authorization: `Bearer ${token}` } },
  }).catch(() => undefined);
  if (response?.status === 200 && (await response.text().catch(() => "")) !== "")
    agent.acknowledged += lines.length;
}

function createAgents(): readonly Agent[] {
  return ["a", "b", "c"].map((stream) => ({ stream, lines: logOf(350, stream), acknowledged: 0 }));
}

/** Every acknowledged line is there, none is there twice, and the places in the log have no gaps. */
async function expectCounted(database: HubDatabase, agents: readonly Agent[]): Promise<void> {
  const rows = await database.read
    .selectFrom("events")
    .select(["stream", "sequence", "leaf", "body"])
    .orderBy("leaf")
    .execute();
  expect(rows.map(({ leaf }) => leaf)).toEqual(rows.map((_, index) => index));
  for (const { stream, lines, acknowledged } of agents) {
    const own = rows.filter((row) => row.stream === stream);
    expect(own.length).toBeGreaterThanOrEqual(acknowledged);
    expect(own.map(({ body }) => body)).toEqual(lines.slice(0, own.length));
  }
  const tiles = await database.read.selectFrom("tiles").select("hashes").where("level", "=", 0).execute();
  expect(tiles.reduce((sum, { hashes }) => sum + hashes.length / 32, 0)).toBe(rows.length);
}

test("a hub on SQLite that is killed at any moment has every acknowledged line exactly once", async () => {
  const folder = temporaryFolder();
  const agents = createAgents();
  let token = "";
  for (let round = 0; round < 8; round++) {
    const { process: child, url, firstToken } = await startChild(folder);
    token = firstToken ?? token;
    const exited = once(child, "exit");
    let isOver = false;
    const work = agents.map(async (agent) => {
      while (!isOver && agent.acknowledged < agent.lines.length) await uploadNext(agent, url, token);
    });
    // At another point each time: after so many acknowledged uploads, in the middle of the next ones.
    const before = agents.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
    while (agents.reduce((sum, { acknowledged }) => sum + acknowledged, 0) < before + 7 * (round + 1))
      await setTimeout(2);
    child.kill("SIGKILL");
    await exited;
    isOver = true;
    await Promise.all(work);
    const database = await openSqlite(`${folder}/hub.sqlite`);
    await expectCounted(database, agents);
    await database.close();
  }
});

test("of two hubs on one PostgreSQL one is killed: every acknowledged line is there exactly once", async () => {
  if (!postgres) return;
  const address = await postgres.createDatabase();
  const agents = createAgents();
  const first = await startChild(temporaryFolder(), address);
  const second = await startChild(temporaryFolder(), address);
  const token = first.firstToken ?? "";
  let isKilled = false;
  const work = agents.map(async (agent) => {
    for (let attempt = 0; agent.acknowledged < agent.lines.length; attempt++)
      await uploadNext(agent, isKilled || attempt % 2 === 0 ? second.url : first.url, token);
  });
  while (agents.reduce((sum, { acknowledged }) => sum + acknowledged, 0) < 200) await setTimeout(2);
  const exited = once(first.process, "exit");
  first.process.kill("SIGKILL");
  await exited;
  isKilled = true;
  await Promise.all(work);
  const database = await openPostgres(address);
  await expectCounted(database, agents);
  await database.close();
});
