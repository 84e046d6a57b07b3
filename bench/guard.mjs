import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemorySink } from "@skillwright/core/audit";
import { openCatalog } from "@skillwright/core/node";
import { tokenizeTools } from "@skillwright/core/parse";
import { decide, skillLayer } from "@skillwright/core/policy";
import { createJsonlSink, createSession } from "@skillwright/runtime";
import { heading, heldMegabytes, row } from "./measure.mjs";

/** Decisions about tool calls, and guarded calls. */
export async function measureGuard() {
  heading("guard");
  measureDecisions();
  const folder = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
  mkdirSync(join(folder, "skills", "review"), { recursive: true });
  writeFileSync(
    join(folder, "skills", "review", "SKILL.md"),
    "---\nname: review\ndescription: Reviews. Use when reviewing.\nallowed-tools: Read Bash(git:*)\n---\nReview.\n",
  );
  const catalog = openCatalog({ roots: [join(folder, "skills")] });
  await measureCalls(catalog, folder);
  await measureSessions(catalog, folder);
  rmSync(folder, { recursive: true, force: true });
}

function measureDecisions() {
  const layers = [
    { kind: "organisation", name: "organisation", deny: tokenizeTools("Bash(rm:*) Bash(curl:*) WebFetch") },
    skillLayer({
      name: "review",
      requestedTools: tokenizeTools("Read(./docs/**) Bash(git:*) Bash(npm test)"),
    }),
    { kind: "default", name: "default", otherwise: "allow" },
  ];
  const place = {
    workspace: "/work",
    resolvePath: (path) => (path.startsWith("/") ? path : `/work/${path}`),
  };
  const requests = [
    { tool: "Bash", input: { command: "git status --short" }, ...place },
    { tool: "Bash", input: { command: "git add -A && git commit -m 'a; b' | git log" }, ...place },
    { tool: "Read", input: { path: "docs/guide.md" }, ...place },
    { tool: "Write", input: { path: "docs/guide.md" }, ...place },
  ];
  const rounds = 20_000;
  for (let round = 0; round < rounds; round++) decide(requests[round % 4], layers);
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5; attempt++) {
    const started = performance.now();
    for (let round = 0; round < rounds; round++) decide(requests[round % 4], layers);
    best = Math.min(best, (performance.now() - started) / rounds);
  }
  row("decision, three layers (µs)", best * 1000, 20);
}

/** What a guarded call costs over a bare one, with events in memory and in a log on disk. */
async function measureCalls(catalog, folder) {
  const log = createJsonlSink({ path: join(folder, "audit.jsonl") });
  const run = async () => "clean";
  const open = async (audit) => {
    const session = createSession({ catalog, workspace: folder, audit });
    await session.activate({ skill: "review" });
    return session;
  };
  const sessions = { memory: await open(createMemorySink()), disk: await open(log) };
  const guarded = (session) => () => session.guard("Bash", { command: "git status" }, run);
  const candidates = { bare: run, memory: guarded(sessions.memory), disk: guarded(sessions.disk) };
  const best = {
    bare: Number.POSITIVE_INFINITY,
    memory: Number.POSITIVE_INFINITY,
    disk: Number.POSITIVE_INFINITY,
  };
  for (let attempt = 0; attempt < 15; attempt++)
    for (const [name, call] of Object.entries(candidates))
      best[name] = Math.min(best[name], await timeEach(call));
  row("guarded call minus bare call, events in memory (µs)", (best.memory - best.bare) * 1000, 100);
  row("same, log on disk (µs)", (best.disk - best.bare) * 1000, 100);
  await Promise.all(Object.values(sessions).map((session) => session.close()));
  await log.close();
}

async function timeEach(run, rounds = 800) {
  const started = performance.now();
  for (let round = 0; round < rounds; round++) await run();
  return (performance.now() - started) / rounds;
}

/** A thousand concurrent conversations, and the memory they leave behind. */
async function measureSessions(catalog, folder) {
  const audit = createJsonlSink({ path: join(folder, "sessions.jsonl") });
  const converse = async () => {
    const session = createSession({ catalog, workspace: folder, audit });
    await session.activate({ skill: "review" });
    for (let call = 0; call < 5; call++)
      await session.guard("Bash", { command: "git status" }, () => "clean");
    await session.close();
  };
  const batch = () => Promise.all(Array.from({ length: 1000 }, converse));
  await batch();
  const before = heldMegabytes();
  const started = performance.now();
  for (let round = 0; round < 3; round++) await batch();
  row("1,000 concurrent sessions, a skill and five calls each (s)", (performance.now() - started) / 3000);
  row("memory after 3,000 closed sessions (MB)", heldMegabytes() - before, 2);
  await audit.close();
}
