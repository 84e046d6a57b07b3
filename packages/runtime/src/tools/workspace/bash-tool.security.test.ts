import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  createBubblewrapSandbox,
  findBubblewrap,
} from "../../sandbox/bubblewrap/create-bubblewrap-sandbox.ts";
import { createTestWorkspace, type TestWorkspace } from "../test-tools.ts";

const path = process.env.PATH ?? "";
const program = findBubblewrap(path) ?? "";

describe.skipIf(program === "")("in real bubblewrap", () => {
  test("S3-41: a command cannot change files that git, editors and agents run automatically", async () => {
    const files = {
      ".claude/settings.json": "kept",
      ".vscode/tasks.json": "kept",
      ".husky/pre-commit": "kept",
      ".git/hooks/pre-commit": "kept",
      ".git/config": "kept",
    };
    const { workspace, result } = open({ ...files, "a.txt": "a" });
    const command = `for f in ${Object.keys(files).join(" ")}; do echo evil >$f; rm -f $f; mv $f moved; done
      touch .git/hooks/post-checkout .claude/new; ln -sf /etc/hostname .git/config
      for d in .git .claude .vscode .husky; do mv $d away-$d && mkdir -p $d/hooks; rm -rf $d; done
      rm -f moved; echo b >a.txt; echo tried`;
    expect(await result("bash", { command })).toMatchObject({ stdout: "tried\n" });
    for (const [file, text] of Object.entries(files))
      expect([file, readFileSync(join(workspace, file), "utf8")]).toEqual([file, text]);
    expect(readdirSync(workspace).sort()).toEqual([".claude", ".git", ".husky", ".vscode", "a.txt"]);
    expect(readdirSync(join(workspace, ".git/hooks"))).toEqual(["pre-commit"]);
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("b\n");
  });

  test("a command still commits", async () => {
    const { workspace, result } = open({ "a.txt": "a" });
    mkdirSync(join(workspace, ".claude"));
    const identity = "-c user.name=a -c user.email=a@example.org";
    await result("bash", { command: "git init -q ." });
    const command = `git add a.txt && git ${identity} commit -qm one && git log --format=%s && git branch other && git status --short`;
    expect(await result("bash", { command })).toMatchObject({ stdout: "one\n", stderr: "", return_code: 0 });
    const settings = readFileSync(join(workspace, ".git/config"), "utf8");
    await result("bash", { command: "git config core.fsmonitor /tmp/evil" });
    expect(readFileSync(join(workspace, ".git/config"), "utf8")).toBe(settings);
  });
});

function open(files: Readonly<Record<string, string>>): TestWorkspace {
  const sandbox = createBubblewrapSandbox({ program, path, home: homedir() });
  return createTestWorkspace(files, { sandbox, environment: { PATH: path } });
}
