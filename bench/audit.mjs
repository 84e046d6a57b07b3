import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { redactEvent } from "@skillwright/core/audit";
import { createJsonlSink } from "@skillwright/runtime";
import { heading, row } from "./measure.mjs";

/** Writing the audit log: many sessions at once, and one call that awaits its record. */
export async function measureAudit(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  heading("audit log");
  const synced = await best(3, () => appendTogether(join(folder, "synced.jsonl"), "synced"));
  // The budget is 20,000 events a second; rows have upper bounds, so this is the time per event.
  row("one event of 500 concurrent sessions, on disk (µs; 50 = 20,000/s)", synced, 50);
  row(
    "same, written without waiting for the disk (µs)",
    await best(3, () => appendTogether(join(folder, "written.jsonl"))),
  );
  row("one append, awaited (µs)", await best(3, () => appendAlone(join(folder, "alone.jsonl"))));
  row("redacting one event (µs)", await best(3, redactMany));
}

async function best(rounds, measure) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) least = Math.min(least, await measure());
  return least;
}

const sessions = 500;
const eventsEach = 40;

async function appendTogether(path, durability = "written") {
  const sink = createJsonlSink({ path, durability });
  const started = performance.now();
  const run = async (session) => {
    for (let call = 0; call < eventsEach; call++) await sink.append(eventOf(session, call));
  };
  await Promise.all(Array.from({ length: sessions }, (_, index) => run(`session ${index}`)));
  await sink.flush();
  const taken = performance.now() - started;
  await sink.close();
  return (taken * 1000) / (sessions * eventsEach);
}

async function appendAlone(path) {
  const count = 2000;
  const sink = createJsonlSink({ path });
  await sink.append(eventOf("first", 0));
  const started = performance.now();
  for (let call = 0; call < count; call++) await sink.append(eventOf("one", call));
  const taken = performance.now() - started;
  await sink.close();
  return (taken * 1000) / count;
}

async function redactMany() {
  const count = 5000;
  const started = performance.now();
  for (let call = 0; call < count; call++) redactEvent(eventOf("one", call));
  return ((performance.now() - started) * 1000) / count;
}

function eventOf(session, call) {
  return {
    time: "2026-01-13T10:30:00.000Z",
    session,
    user: "alice",
    event: "tool-call-allowed",
    call: String(call),
    tool: "Bash",
    skills: [{ name: "deploy-to-k8s", digest: `sha256:${"a".repeat(64)}` }],
    layer: "skill deploy-to-k8s",
    rule: "Bash(git:*)",
    reason: "on-the-list",
    input: { command: "git log --oneline -20 && git status --short" },
  };
}
