import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { createHttpClient, createTree, publishHub, readPublication } from "@skillwright/packaging";
import { fillHub } from "./fill-hub.mjs";
import { reportRequests, startHubChild } from "./hub-client.mjs";

// How requests grow with the number of versions: `node bench/hub-versions.mjs 1000 10000 100000`. Each skill has ten.

const tenant = "enterprise";
const versionsEach = 10;

const results = {};
for (const versions of process.argv.slice(2).map(Number)) {
  const folder = fileURLToPath(new URL("../.bench/versions", import.meta.url));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const first = await startHubChild(folder);
  const { token } = first;
  await first.close();
  const names = await fillHub(folder, { skills: versions / versionsEach, events: 0 });
  addVersions(join(folder, "hub.sqlite"));
  const hub = await startHubChild(folder, { token });
  const started = performance.now();
  await hub.read("/api/v1/search?q=deploy");
  console.log(
    `\n${versions} versions of ${names.length} skills; the first search takes ${(performance.now() - started).toFixed(0)} ms`,
  );
  await reportRequests(hub, requestsOf(hub, names), results);
  await hub.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Earlier versions of every skill, with the same content. */
function addVersions(file) {
  const database = new DatabaseSync(file);
  const columns = database
    .prepare("select name from pragma_table_info('versions')")
    .all()
    .map(({ name }) => name);
  const changed = new Map([
    ["version", "'0.' || n || '.0'"],
    ["published_at", `published_at - 1000 * (${versionsEach} - n)`],
  ]);
  database.exec(`pragma synchronous = off;
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n + 1 < ${versionsEach})
    insert into versions (${columns.join(", ")})
    select ${columns.map((name) => changed.get(name) ?? name).join(", ")} from versions, numbers where tenant = '${tenant}';
    analyze`);
  database.close();
}

function requestsOf(hub, names) {
  const get = (path) => () => hub.read(path);
  const middle = names[Math.floor(names.length / 2)];
  const http = createHttpClient({ credentials: [{ prefix: hub.url, authorization: `Bearer ${hub.token}` }] });
  let number = 0;
  const publish = () => {
    const name = `new-skill-${++number}`;
    const text = `---\nname: ${name}\ndescription: Handles ${name}. Use it for ${name}.\nmetadata:\n  version: 1.0.0\n---\nRead it.\n`;
    const tree = createTree([{ path: "SKILL.md", bytes: Buffer.from(text), executable: false }], name);
    return publishHub(readPublication(tree, name), { http, hub: hub.url });
  };
  return {
    "document of a skill": get(`/api/v1/skills/${middle}`),
    "versions of a skill": get(`/api/v1/skills/${middle}/versions`),
    "one version": get(`/api/v1/skills/${middle}/versions/1.0.0`),
    "first page of all skills": get("/api/v1/skills"),
    "state document": get("/api/v1/state"),
    "publish a new skill": publish,
    search: get("/api/v1/search?q=deploy%20the%20release"),
    "search after a publication": async () => {
      await publish();
      await hub.read("/api/v1/search?q=deploy%20the%20release");
    },
    "index of a well-known site": get("/.well-known/agent-skills/index.json"),
  };
}
