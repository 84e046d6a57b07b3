import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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
  const env = { ...process.env, HOME: folder, SKILLWRIGHT_HOME: join(folder, "home") };
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
  const hook = (payload) => () => {
    const input = JSON.stringify(payload);
    const { status, stderr } = spawnSync(process.execPath, [bin, "guard", "--agent", "claude-code"], {
      env,
      input,
    });
    if (status !== 0) throw new Error(`guard answered ${status}: ${stderr}`);
  };
  const command = { command: "git status" };
  hook(ask("active", "Skill", { skill: "review" }))();
  const times = distribution(60, {
    node: () => spawnSync(process.execPath, ["-e", "0"], { env }),
    free: hook(ask("free", "Bash", command)),
    active: hook(ask("active", "Bash", command)),
    loading: hook(ask("loading", "Skill", { skill: "review" })),
  });
  const node = percentile95(times.node);
  row("bare Node (ms)", node);
  row("call without an active skill / bare Node", percentile95(times.free) / node, 2);
  row("call with an active skill / bare Node", percentile95(times.active) / node, 2);
  row("call that loads a skill / bare Node", percentile95(times.loading) / node, 2);
  rmSync(folder, { recursive: true, force: true });
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
