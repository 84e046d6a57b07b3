import { closeSync, openSync, readdirSync, readFileSync, readSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderActivation } from "@skillwright/core/activate";
import { createListing, toListedSkills } from "@skillwright/core/listing";
import { openCatalog } from "@skillwright/core/node";
import { heading, heldMegabytes, interleave, row } from "./measure.mjs";

/** Finding, indexing, loading and listing the skills of one folder. */
export async function measureCatalog(root, count, indexFolder) {
  rmSync(indexFolder, { recursive: true, force: true });
  const files = readdirSync(root)
    .filter((name) => !name.startsWith("."))
    .map((name) => join(root, name, "SKILL.md"));
  heading(`catalog of ${count.toLocaleString("en-US")} skills`);
  measureDiscovery(root, files, indexFolder);
  await measureIndex(root, files, { count, indexFolder });
  await measureMemory(root, count, indexFolder);
  await measureActivation(root, files);
  measureListing(root);
}

/** An agent's folder as clients search it, and the same folder named by a user, which includes skills inside skills. */
function measureDiscovery(root, files, indexFolder) {
  const agents = [{ path: root, scope: "personal" }];
  openCatalog({ roots: agents, indexFolder }).save();
  const times = interleave(files.length > 5000 ? 3 : 15, {
    floor: () => readStarts(files),
    cold: () => openCatalog({ roots: agents }),
    warm: () => openCatalog({ roots: agents, indexFolder }),
    custom: () => openCatalog({ roots: [root] }),
  });
  // The budgets are for 1,000 skills; past 10,000, memory no longer fits the processor's caches.
  const bound = (most) => (files.length <= 10_000 ? most : undefined);
  row("cold discovery / reading the first 4 KB of each SKILL.md", times.cold / times.floor, bound(3));
  row("warm index, changes noticed / same", times.warm / times.floor, bound(1));
  row("cold, including skills inside skills / same", times.custom / times.floor);
}

function readStarts(files) {
  const bytes = Buffer.allocUnsafe(4096);
  for (const file of files) {
    const descriptor = openSync(file, "r");
    readSync(descriptor, bytes, 0, 4096, 0);
    closeSync(descriptor);
  }
}

async function measureIndex(root, files, { count, indexFolder }) {
  const roots = [{ path: root, scope: "personal" }];
  let rebuild = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) rebuild = Math.min(rebuild, await buildIndex(roots, indexFolder));
  row("index built and written (s)", rebuild, count === 10_000 ? 3 : undefined);
  const again = performance.now();
  const reopened = openCatalog({ roots, indexFolder });
  await reopened.search("deploy the release to the cluster");
  row("index read, first search answered (s)", (performance.now() - again) / 1000);
  row(
    "one changed file noticed, read and searchable (ms)",
    await changeOne(reopened, files),
    count <= 10_000 ? 10 : undefined,
  );
}

/** A separate function, so that earlier measurements hold no memory and free none during this one. */
async function measureMemory(root, count, indexFolder) {
  const before = heldMegabytes();
  const catalog = openCatalog({ roots: [{ path: root, scope: "personal" }], indexFolder });
  await catalog.search("deploy the release to the cluster");
  catalog.save();
  row("memory with the search index, per 1,000 skills (MB)", ((heldMegabytes() - before) * 1000) / count, 10);
  catalog.list();
}

async function buildIndex(roots, indexFolder) {
  rmSync(indexFolder, { recursive: true, force: true });
  const started = performance.now();
  const catalog = openCatalog({ roots, indexFolder });
  await catalog.search("deploy the release to the cluster");
  catalog.save();
  return (performance.now() - started) / 1000;
}

async function changeOne(catalog, files) {
  let best = Number.POSITIVE_INFINITY;
  for (const file of files.slice(0, 10)) {
    const text = readFileSync(file, "utf8");
    writeFileSync(file, `${text}One more line.\n`);
    const started = performance.now();
    catalog.refresh([file]);
    await catalog.search("one more line");
    best = Math.min(best, performance.now() - started);
    writeFileSync(file, text);
  }
  return best;
}

async function measureActivation(root, files) {
  const catalog = openCatalog({ roots: [{ path: root, scope: "personal" }] });
  const { skills } = catalog.list();
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 50; round++) {
    const skill = skills[round % skills.length];
    const reading = performance.now();
    readFileSync(skill.file, "utf8");
    const started = performance.now();
    const loaded = await catalog.load(skill.id);
    renderActivation(loaded);
    best = Math.min(best, performance.now() - started - (started - reading));
  }
  row("activation minus reading its SKILL.md (ms)", best, files.length > 0 ? 2 : undefined);
}

function measureListing(root) {
  const skills = toListedSkills(openCatalog({ roots: [{ path: root, scope: "personal" }] }).list().skills);
  const listing = createListing(skills, { placement: "tool", budget: { bytes: 1024 } });
  row("listing bytes with a budget of 1 KB", listing.bytes, 1024);
}
