import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { chainStart, linkEvent, toEventText } from "@skillwright/core/audit";
import { nodeSha256 } from "@skillwright/core/node";
import { growTree, loadEdge, writeCheckpoint } from "../packages/hub/dist/audit/audit-tree.js";
import { checkLines } from "../packages/hub/dist/audit/read-upload.js";
import { storeGroup } from "../packages/hub/dist/audit/store-group.js";
import { openSqlite } from "../packages/hub/dist/database/open-sqlite.js";
import { createRandom, skillText } from "./generate-skills.mjs";

const tenant = "enterprise";
const [skillsInUse, people, days] = [200, 50, 30];
const perStream = 10_000;
const perUpload = 500;

/**
 * Fills the database of a hub that has run once with many skills and events: the first agent's log goes through the hub's own functions, and
 * those of the others are the same lines under other names, so that a million takes seconds and the tree still proves each of them.
 */
export async function fillHub(folder, { skills, events }) {
  const file = join(folder, "hub.sqlite");
  const names = addSkills(file, skills);
  const streams = Math.max(1, Math.ceil(events / perStream));
  const database = await openSqlite(file);
  const { value } = await database.read
    .selectFrom("settings")
    .select("value")
    .where("key", "=", "key")
    .executeTakeFirstOrThrow();
  const privateKey = createPrivateKey(value);
  const key = { id: `key:${createPublicKey(privateKey).export({ format: "jwk" }).x}`, privateKey };
  const window = (days * 86_400_000) / streams;
  const start = Date.now() - days * 86_400_000;
  const first = await database.write(tenant, (transaction) => loadEdge(transaction, tenant));
  const hashes = await storeFirst({ database, key, names, start, window });
  await database.write(tenant, async (transaction) => {
    let edge = await loadEdge(transaction, tenant);
    for (let stream = 1; stream < streams; stream++)
      edge = await growTree(transaction, tenant, { edge, lineHashes: hashes });
    await writeCheckpoint(transaction, { tenant, edge, now: Date.now() }, key);
  });
  await database.close();
  copyStreams(file, { streams, window, leaf: first.size });
  return names;
}

async function storeFirst({ database, key, names, start, window }) {
  let end = chainStart;
  let number = 0;
  const hashes = [];
  while (number < perStream) {
    const lines = Array.from({ length: perUpload }, () => {
      const linked = linkEvent(toEventText(createEvent(number, { names, start, window })), end, nodeSha256);
      number++;
      end = linked.end;
      hashes.push(end.hash);
      return linked.line;
    });
    const upload = { stream: "agent-0", agent: "agent-0", lines, owner: "bench" };
    const checked = checkLines(upload, Date.now());
    const [result] = await storeGroup(tenant, [{ ...upload, checked }], { database, key, now: Date.now });
    if (result instanceof Error) throw result;
  }
  return hashes;
}

/** Sessions of fifty entries with one skill each; one call in twenty is refused, one in thirty fails. */
function createEvent(number, { names, start, window }) {
  const session = Math.floor(number / 50);
  const [name, digest] = [names[session % Math.min(skillsInUse, names.length)], `sha256:${"a".repeat(64)}`];
  const about = {
    time: new Date(Math.round(start + (number / perStream) * window)).toISOString(),
    ...{ session: `session-${session}`, user: `user-${session % people}` },
  };
  const skill = { name, digest };
  if (number % 50 === 0)
    return {
      ...about,
      ...{ event: "skill-activated", skill, activation: `${session}`, trigger: "model", mode: "restrict" },
    };
  const call = { call: `call-${number}`, tool: number % 3 === 0 ? "Bash" : "Read", skills: [skill] };
  if (number % 20 === 7)
    return {
      ...about,
      event: "tool-call-denied",
      ...call,
      layer: "org",
      rule: "Bash",
      reason: "denied-by-rule",
    };
  return { ...about, event: "tool-call-finished", ...call, ok: number % 30 !== 11, durationMs: number % 400 };
}

function copyStreams(file, { streams, window, leaf }) {
  const database = new DatabaseSync(file);
  database.exec("pragma synchronous = off; pragma cache_size = -400000; begin");
  const shift = Math.round(window);
  const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n + 1 < ${streams})`;
  const first = `where tenant = '${tenant}' and agent = 'agent-0'`;
  database.exec(`insert into streams (tenant, stream, agent, sequence, hash, started_at, owner)
    ${numbers} select tenant, 'agent-' || n, 'agent-' || n, sequence, hash, started_at, owner from numbers, streams ${first}`);
  // One after the other, as entries come in, so that the indexes grow at their ends.
  const copy =
    database.prepare(`insert into events (tenant, stream, sequence, leaf, time, received_at, kind, session, skill, digest,
      person, agent, outcome, tool, body, hash)
    select tenant, ?1, sequence, leaf + ?2, time + ?3, received_at, kind, session || '-' || ?1, skill, digest,
      person, ?1, outcome, tool, body, hash
    from events where tenant = '${tenant}' and leaf >= ${leaf} and leaf < ${leaf + perStream} order by leaf`);
  for (let n = 1; n < streams; n++) copy.run(`agent-${n}`, n * perStream, n * shift);
  database.exec(`insert into rollups (tenant, hour, skill, agent, activations, refusals, calls, denials, failures, duration_ms)
    ${numbers} select tenant, hour + n * ${shift} / 3600000, skill, 'agent-' || n, activations, refusals, calls, denials, failures, duration_ms
    from numbers, rollups ${first}`);
  database.exec(`insert into refused_calls (tenant, hour, skill, layer, rule, calls)
    ${numbers} select tenant, hour + n * ${shift} / 3600000, skill, layer, rule, sum(calls) from numbers, refused_calls
    where tenant = '${tenant}' group by 1, 2, 3, 4, 5
    on conflict do update set calls = calls + excluded.calls`);
  database.exec(`delete from daily_rollups where tenant = '${tenant}';
    insert into daily_rollups (tenant, day, skill, agent, activations, refusals, calls, denials, failures, duration_ms)
    select tenant, hour / 24, skill, agent, sum(activations), sum(refusals), sum(calls), sum(denials), sum(failures), sum(duration_ms)
    from rollups where tenant = '${tenant}' group by tenant, hour / 24, skill, agent`);
  database.exec("commit; analyze");
  database.close();
}

/** Approved skills of one version each, with instructions of the size people write. */
function addSkills(file, count) {
  const database = new DatabaseSync(file);
  database.exec("pragma synchronous = off; begin");
  const random = createRandom(count);
  const teams = ["", "payments", "platform", "data", "support"];
  const insert = createInserter(database);
  for (const name of teams.filter(Boolean)) insert("teams", { tenant, name, created_at: 0 });
  const names = Array.from({ length: count }, (_, index) => `skill-${String(index).padStart(5, "0")}`);
  for (const [index, name] of names.entries()) {
    const scripts = index % 8 === 0 ? ["scripts/run-1.py"] : [];
    const lines = Math.round(110 * Math.exp((random() + random() + random() - 1.5) * 1.4));
    const text = skillText({ name, lines, references: [], scripts, random });
    const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
    const description = /^description: (.*)$/m.exec(text)?.[1] ?? "";
    const tools = text.includes("allowed-tools") ? { tools: ["Read", "Grep", "Bash(git diff:*)"] } : {};
    const requested = { ...tools, scripts, hooks: [], hookCommands: [], hosts: [] };
    insert("contents", { digest, instructions: text, files: JSON.stringify(filesOf(text, scripts)) });
    const made = { created_by: "bench", created_at: index, changed_at: index };
    const team = teams[index % teams.length];
    insert("skills", { tenant, name, team, visibility: "tenant", description, ...made });
    insert("versions", {
      ...{ tenant, name, version: "1.0.0", digest, archive_digest: digest, artifact_digest: digest },
      ...{ git_commit: "0".repeat(40), archive_size: text.length, publisher: "bench", description },
      ...{ published_at: Date.now() - index, state: "approved" },
      ...{ requested: JSON.stringify(requested), findings: "[]" },
    });
  }
  database.exec("commit");
  database.close();
  return names;
}

function filesOf(text, scripts) {
  const file = (path, size) => ({ path, size, digest: `sha256:${"0".repeat(64)}` });
  return [file("SKILL.md", text.length), ...scripts.map((path) => file(path, 400))];
}

function createInserter(database) {
  const statements = new Map();
  return (table, values) => {
    const names = Object.keys(values);
    const known = statements.get(table);
    const statement =
      known ??
      database.prepare(
        `insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
      );
    statements.set(table, statement);
    statement.run(...Object.values(values));
  };
}
