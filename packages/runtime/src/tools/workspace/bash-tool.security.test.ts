import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  createBubblewrapSandbox,
  findBubblewrap,
} from "../../sandbox/bubblewrap/create-bubblewrap-sandbox.ts";
import { sealedNames } from "../../sandbox/sealed-paths.ts";
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

  test("a command cannot create what git, editors and agents obey, and the attempt leaves nothing behind", async () => {
    const { workspace, result } = open({ "a.txt": "a", ".github/workflows/ci.yml": "on: push" });
    const command = `for name in ${sealedNames.join(" ")}; do
        mkdir -p $name && touch $name/x && echo "made $name"; echo evil >$name && echo "wrote $name"
        rm -rf $name; mv a.txt $name/ && echo "moved into $name"; ln -sfn /tmp $name && echo "linked $name"
      done 2>/dev/null
      mv .github away 2>/dev/null && echo renamed
      git init -q . 2>/dev/null && echo initialized
      echo b >.github/workflows/new.yml; echo tried`;
    expect(await result("bash", { command })).toMatchObject({ stdout: "tried\n" });
    expect(readdirSync(workspace).sort()).toEqual([".github", "a.txt"]);
    expect(readdirSync(join(workspace, ".github"))).toEqual(["workflows"]);
    expect(readdirSync(join(workspace, ".github/workflows"))).toEqual(["ci.yml", "new.yml"]);
  });

  test("a command cannot point a repository to other settings", async () => {
    const { workspace, result } = open({ "evil/config": "[core]\n\tfsmonitor = touch /tmp/x\n" });
    execFileSync("git", ["init", "-q", workspace]);
    const before = readdirSync(join(workspace, ".git")).sort();
    const command = `echo ../evil >.git/commondir && echo wrote; rm -f .git/commondir .git/config.worktree
      echo "[core]" >.git/config.worktree && echo wrote; git status --short`;
    expect(await result("bash", { command })).toMatchObject({ stdout: "?? evil/\n" });
    expect(readdirSync(join(workspace, ".git")).filter((name) => !name.startsWith("index"))).toEqual(before);
  });

  test("a command cannot change the settings of a submodule or another work tree", async () => {
    const { workspace, result } = open({
      ".git/modules/libs/one/config": "kept",
      ".git/modules/libs/one/objects/x": "",
      ".git/modules/libs/one/refs/x": "",
      ".git/modules/libs/one/modules/two/config": "kept",
      ".git/modules/libs/one/modules/two/objects/x": "",
      ".git/modules/libs/one/modules/two/refs/x": "",
      ".git/worktrees/other/commondir": "../..",
    });
    const command = `cd .git/modules/libs/one; for d in . modules/two; do echo evil >$d/config; echo evil >$d/commondir; mkdir -p $d/hooks; touch $d/hooks/x; done
      mv modules/two away; cd ..; mv one away; cd "$OLDPWD" 2>/dev/null; cd ${"$"}{PWD%%/.git*}; echo evil >.git/worktrees/other/commondir; echo x >.git/index; echo tried`;
    expect(await result("bash", { command })).toMatchObject({ stdout: "tried\n" });
    const one = join(workspace, ".git/modules/libs/one");
    for (const module of [one, join(one, "modules/two")]) {
      expect(readFileSync(join(module, "config"), "utf8")).toBe("kept");
      expect(readdirSync(module)).not.toContain("commondir");
      expect(readdirSync(module)).not.toContain("hooks");
    }
    expect(readFileSync(join(workspace, ".git/worktrees/other/commondir"), "utf8")).toBe("../..");
    expect(readFileSync(join(workspace, ".git/index"), "utf8")).toBe("x\n");
  });

  test("a command still commits", async () => {
    const { workspace, result } = open({ "a.txt": "a" });
    mkdirSync(join(workspace, ".claude"));
    const identity = "-c user.name=a -c user.email=a@example.org";
    execFileSync("git", ["init", "-q", workspace]);
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
