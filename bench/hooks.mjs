import { spawnSync } from "node:child_process";
import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatLease, formatPin } from "@skillwright/core/lease";
import { createNodeFileSystem } from "@skillwright/core/node";
import { stateContext } from "@skillwright/core/registry";
import { leasePaths, writeLeaseFile, writePinFile } from "../packages/runtime/dist/lease/lease-folder.js";
import { heading, percentile95, row } from "./measure.mjs";

const bin = fileURLToPath(new URL("../packages/cli/bin/skillwright.mjs", import.meta.url));

/** `skillwright guard` as agents start it: one process per call, through pipes. */
export function measureHooks() {
  heading("guard hook as a whole process, 95th percentile of 60");
  const folder = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
  const skill = join(folder, "work", ".claude", "skills", "review");
  mkdirSync(skill, { recursive: true });
  writeFileSync(
    join(skill, "SKILL.md"),
    "---\nname: review\ndescription: Reviews. Use when reviewing.\nallowed-tools: Read Bash(git:*)\n---\nReview.\n",
  );
  const environment = { ...process.env, HOME: folder, SKILLWRIGHT_HOME: join(folder, "home") };
  const ask = (session, tool_name, tool_input) => ({
    session_id: session,
    transcript_path: join(folder, "t.jsonl"),
    cwd: join(folder, "work"),
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name,
    tool_input,
    tool_use_id: "toolu_1",
  });
  const hook =
    (payload, env = environment) =>
    () => {
      const input = JSON.stringify(payload);
      const { status, stderr } = spawnSync(process.execPath, [bin, "guard", "--agent", "claude-code"], {
        env,
        input,
      });
      if (status !== 0) throw new Error(`guard answered ${status}: ${stderr}`);
    };
  const command = { command: "git status" };
  hook(ask("active", "Skill", { skill: "review" }))();
  const leased = (count) => {
    const home = join(folder, `home-${count}`);
    writeLease(join(home, "hub"), count);
    const own = { ...environment, SKILLWRIGHT_HOME: home };
    hook(ask("active", "Skill", { skill: "review" }), own)();
    return hook(ask("active", "Bash", command), own);
  };
  const times = distribution(60, {
    node: () => spawnSync(process.execPath, ["-e", "0"], { env: environment }),
    free: hook(ask("free", "Bash", command)),
    active: hook(ask("active", "Bash", command)),
    loading: hook(ask("loading", "Skill", { skill: "review" })),
    leased: leased(20),
    leasedMuch: leased(200),
  });
  const node = percentile95(times.node);
  row("bare Node (ms)", node);
  row("call without an active skill / bare Node", percentile95(times.free) / node, 2);
  row("call with an active skill / bare Node", percentile95(times.active) / node, 2);
  row("call that loads a skill / bare Node", percentile95(times.loading) / node, 2);
  const [none, some, much] = [times.active, times.leased, times.leasedMuch].map(median);
  row("active skill, 20 deployments of a hub / no hub, medians", some / none, 1.1);
  row("active skill, 200 deployments of a hub / no hub, medians", much / none, 1.1);
  rmSync(folder, { recursive: true, force: true });
}

function median(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}

/** What `sync` leaves of a hub: so many deployments, as many other approvals, a fifth as many revocations, one policy. */
function writeLease(folder, count) {
  const fs = createNodeFileSystem();
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = `key:${publicKey.export({ format: "jwk" }).x}`;
  const digest = (name) => `sha256:${createHash("sha256").update(name).digest("hex")}`;
  const list = (length, create) => Array.from({ length }, (_, index) => create(`skill-${index}`));
  const state = {
    ...{ version: 1, tenant: "acme", sequence: 1, mode: "best-effort" },
    issuedAt: new Date(Date.now() - 60_000).toISOString(),
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    deployments: list(count, (name) => ({
      ...{ id: randomUUID(), name, version: "1.0.0", digest: digest(name), publisher: "person:ann" },
      archive: { digest: digest(`${name}.tar`), size: 10_000 },
    })),
    revocations: list(count / 5, (name) => ({
      ...{ id: randomUUID(), kind: "name", value: `old-${name}`, message: "Replaced." },
    })),
    approved: list(count, (name) => ({ name: `other-${name}`, digest: digest(`other-${name}`) })),
  };
  const document = JSON.stringify(state);
  const signature = sign(null, Buffer.from(stateContext + document), privateKey).toString("base64");
  const paths = leasePaths(folder);
  mkdirSync(join(paths.generations, "1", "skills"), { recursive: true });
  const subject = { agent: "agent-1", tenant: "acme", user: "ann" };
  const hub = "https://hub.example";
  const signed = { document, key, signature };
  const lease = formatLease({ hub, subject, receivedMs: Date.now(), signed });
  writeLeaseFile(fs, join(paths.generations, "1", "lease"), lease);
  writePinFile(fs, folder, formatPin({ hub, key, subject, sequence: 1, isStrict: false }));
  symlinkSync(join("generations", "1"), paths.current);
}

/** All times of all candidates, each tried once a round. */
function distribution(rounds, candidates) {
  const times = Object.fromEntries(Object.keys(candidates).map((name) => [name, []]));
  for (let round = 0; round < rounds + 2; round++) {
    for (const [name, run] of Object.entries(candidates)) {
      const started = performance.now();
      run();
      if (round >= 2) times[name].push(performance.now() - started);
    }
  }
  return times;
}
