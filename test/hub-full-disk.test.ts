import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startHubMachines } from "./hub-machines.ts";
import { createFolder, removeFoldersAfterwards, skillText } from "./run-command.ts";
import { root as sources } from "./source-files.ts";
import { killHubsAfterwards } from "./start-hub-command.ts";

removeFoldersAfterwards();
killHubsAfterwards();

/** A small disk of its own needs a mount namespace, which some containers do not allow. */
const canMount =
  spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", createFolder()], { stdio: "ignore" })
    .status === 0;

/**
 * Puts the state of a machine on a disk of 16 MB. For each number of free KB, and for a disk that cannot be written: restores it,
 * leaves so much room, syncs and asks the hook, makes room, then syncs and asks again.
 */
const script = `
mount -t tmpfs -o size=16m none "$SKILLWRIGHT_HOME" || exit 9
run() { out="$RESULTS/$case.$1"; shift; "$NODE" "$BIN" "$@" > "$out.out" 2> "$out.err"; echo $? > "$out.code"; }
for case in $CASES; do
  find "$SKILLWRIGHT_HOME" -mindepth 1 -delete
  cp -a "$BEFORE/." "$SKILLWRIGHT_HOME"
  if [ $case = read-only ]; then mount -o remount,ro "$SKILLWRIGHT_HOME"
  else
    dd if=/dev/zero of="$SKILLWRIGHT_HOME/filler" bs=4k status=none 2>/dev/null
    truncate -s -\${case}K "$SKILLWRIGHT_HOME/filler"
  fi
  run sync sync --once --json
  run doctor doctor --json --no-index
  run hook guard --agent claude-code < "$PAYLOAD"
  run loading guard --agent claude-code < "$LOADING"
  run lenient guard --agent claude-code --policy "$LENIENT" < "$PAYLOAD"
  if [ $case = read-only ]; then mount -o remount,rw "$SKILLWRIGHT_HOME"; else rm "$SKILLWRIGHT_HOME/filler"; fi
  run again sync --once --json
  run verify audit verify
  run list list --json --no-index
  run after guard --agent claude-code < "$PAYLOAD"
done
`;

const cases = ["0", "4", "40", "120", "read-only"] as const;

test.runIf(canMount)(
  "on a full disk and one that cannot be written, a machine keeps the old state or has the new one, its policy decides about calls, and the next sync mends all",
  async () => {
    const { admin, open, addPerson, deploy } = await startHubMachines();
    const user = await open(await addPerson("reader", "rita"), {
      ".claude/skills/free/SKILL.md": skillText("free"),
    });
    const skills = createFolder({
      "first/SKILL.md": skillText("first"),
      "second/SKILL.md": skillText("second"),
      "second/large.md": "x".repeat(60_000),
    });
    await deploy(join(skills, "first"));
    expect(await user.run(["sync", "--once"])).toMatchObject({ code: 0 });
    const before = JSON.parse((await user.run(["doctor", "--json"])).stdout).hubs[0].sequence;
    await user.guard("Bash", { command: "git status" });
    await deploy(join(skills, "second"));
    const revoke = ["revoke", "first", "--message", "It leaks.", "--scope", "enterprise", "--wait", "0"];
    expect(await admin.run(revoke)).toMatchObject({ code: 0 });

    const results = join(user.home, "results");
    mkdirSync(results);
    const payload = join(user.home, "payload.json");
    const call = { tool_name: "Bash", tool_input: { command: "git status" }, tool_use_id: "t2" };
    const event = { session_id: "s2", transcript_path: "/t.jsonl", hook_event_name: "PreToolUse" };
    writeFileSync(payload, JSON.stringify({ ...event, ...call, cwd: join(user.home, "repo") }));
    const loading = join(user.home, "loading.json");
    const load = { tool_name: "Skill", tool_input: { skill: "free" }, tool_use_id: "t3" };
    writeFileSync(loading, JSON.stringify({ ...event, ...load, cwd: join(user.home, "repo") }));
    const lenient = join(user.home, "lenient.json");
    writeFileSync(lenient, '{"version":1,"audit":"best-effort"}');
    const child = spawn("unshare", ["-rm", "sh", "-c", script], {
      cwd: join(user.home, "repo"),
      stdio: "inherit",
      env: {
        ...process.env,
        ...user.env,
        ...{ RESULTS: results, CASES: cases.join(" "), PAYLOAD: payload, LOADING: loading, LENIENT: lenient },
        ...{ NODE: process.execPath, BIN: `${sources}packages/cli/bin/skillwright.mjs` },
        BEFORE: copyOf(user.env.SKILLWRIGHT_HOME ?? "", join(user.home, "before")),
      },
    });
    expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);

    const read = (one: string, name: string): string => readFileSync(join(results, `${one}.${name}`), "utf8");
    for (const one of cases) {
      const what = (name: string): string =>
        `${one} ${name}: ${read(one, `${name}.out`)} ${read(one, `${name}.err`)}`;
      const codeOf = (name: string): number => Number(read(one, `${name}.code`));
      // The stored state is whole, whatever happened.
      const { hubs } = JSON.parse(read(one, "doctor.out"));
      expect(hubs, what("doctor")).toHaveLength(1);
      expect(hubs[0].problem, what("doctor")).toBeUndefined();
      expect(hubs[0].sequence).toBeGreaterThanOrEqual(before);
      if (codeOf("sync") !== 0) expect(what("sync")).toMatch(/ENOSPC|EROFS|no space|disk is full|read-only/i);
      // A call or a skill that cannot be recorded is refused with the reason, unless the policy does without the log.
      const isDenied = (name: string): boolean => read(one, `${name}.out`).includes('"deny"');
      if (one === "0" || one === "read-only") expect(isDenied("loading"), what("loading")).toBe(true);
      if (one === "read-only") expect(isDenied("hook"), what("hook")).toBe(true);
      for (const name of ["hook", "loading"])
        if (isDenied(name))
          expect(what(name)).toMatch(/audit log|cannot be written|no space|disk|read-only/i);
      expect(isDenied("lenient"), what("lenient")).toBe(false);
      expect([codeOf("again"), codeOf("verify")], `${what("again")} ${what("verify")}`).toEqual([0, 0]);
      const { skills: listed } = JSON.parse(read(one, "list.out"));
      expect(listed, what("list")).toMatchObject([
        { id: "free" },
        { id: "second", hub: { state: "deployed" } },
      ]);
      expect(read(one, "after.out"), what("after")).not.toContain("deny");
    }
  },
  600_000,
);

function copyOf(folder: string, to: string): string {
  spawnSync("cp", ["-a", folder, to]);
  return to;
}
