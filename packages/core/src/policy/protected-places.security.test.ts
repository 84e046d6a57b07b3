// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of shells.
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createNodeFileSystem } from "../fs/node.ts";
import { policyLimits } from "./limits.ts";
import { findProtected } from "./protected-places.ts";
import { createPathResolver } from "./request-path.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "protected-")));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const home = `${base}/home`;
const work = `${home}/work`;
const folder = `${home}/.data`;
for (const path of [`${folder}/guard`, `${home}/.claude/skills`, `${work}/.claude`, `${work}/src`])
  mkdirSync(path, { recursive: true });
writeFileSync(`${home}/.claude/settings.json`, "{}");
symlinkSync(folder, `${work}/link`);
symlinkSync(`${folder}/policy.json`, `${work}/dangling`);
symlinkSync(`${home}/.claude/settings.json`, `${work}/config`);

const places = [
  folder,
  `${home}/.claude/settings.json`,
  `${home}/.codex/config.toml`,
  `${work}/.claude/settings.json`,
  `${work}/.claude/settings.local.json`,
  // Files directly in the project, and a program.
  ...[work, home].map((project) => `${project}/opencode.json`),
  "/usr/bin/node",
];

function changes(tool: string, input: unknown): boolean {
  const resolvePath = createPathResolver(createNodeFileSystem(), work);
  return findProtected(() => places, { tool, input, workspace: work, home, resolvePath }) !== undefined;
}

describe("a file tool", () => {
  test.each([
    ["plainly", `${folder}/policy.json`],
    ["the folder itself", folder],
    ["from the home folder", "~/.data/policy.json"],
    ["as an address", `file://${folder}/guard/a.json`],
    ["from the workspace", "../.data/audit.jsonl"],
    ["behind a link", "link/guard/a.json"],
    ["behind a link to a file that does not exist yet", "dangling"],
    ["past a link and back, which two programs read in two ways", "link/../.data/policy.json"],
    ["in other letters", `${base}/HOME/.Data/policy.json`],
    ["with spaces around it", ` ${folder}/policy.json `],
    ["with backslashes", `${folder}\\policy.json`],
    ["an agent's settings", ".claude/settings.json"],
    ["an agent's settings that do not exist", ".claude/../.claude/settings.local.json"],
    ["an agent's settings behind a link", "config"],
    ["in the folder of the process", "/proc/self/cwd/.claude/settings.json"],
  ])("cannot change a protected place: %s", (_, path) => {
    for (const tool of ["Write", "Edit", "MultiEdit", "NotebookEdit", "Delete", "create", "write_file"])
      expect([tool, changes(tool, { file_path: path })]).toEqual([tool, true]);
    expect(changes("MoveFile", { source: "a", destination: path })).toBe(true);
    expect(changes("MoveFile", { source: path, destination: "a" })).toBe(true);
    expect(changes("Edit", { edits: [{ path: "a" }, { path }] })).toBe(true);
    expect(changes("batch", { tool_calls: [{ tool: "write", parameters: { filePath: path } }] })).toBe(true);
  });

  test("cannot use a path too long to resolve", () => {
    expect(changes("Write", { file_path: "a/".repeat(policyLimits.pathCharacters) })).toBe(true);
  });

  test("cannot use an unknown field for its path", () => {
    expect(changes("Write", { a_later_field: `${folder}/policy.json`, file_path: "a" })).toBe(true);
    expect(changes("Write", { a_later_field: "link/policy.json", file_path: "a" })).toBe(true);
  });

  test("cannot remove a folder with what is in it", () => {
    expect(changes("DeleteFile", { path: home })).toBe(true);
    expect(changes("MoveFile", { source: `${home}/.claude`, destination: "x" })).toBe(true);
    expect(changes("Write", { path: home })).toBe(false);
  });

  test("cannot hide a place in a patch that is unreadable", () => {
    expect(changes("Edit", { unreadable_patch: `*** Odd: ${folder}/policy.json\n+{}` })).toBe(true);
    expect(changes("Edit", { unreadable_patch: "*** Odd: a.txt\n+x" })).toBe(false);
    expect(changes("Edit", { unreadable_patch: null })).toBe(false);
    expect(changes("Edit", "text")).toBe(true);
  });

  test("cannot hide a place in a patch of another agent", () => {
    const begin = "*** Begin Patch\n*** Update File: ";
    expect(changes("apply_patch", { patchText: `${begin}.claude/settings.json\n+{}` })).toBe(true);
    expect(changes("apply_patch", { command: `${begin}../.claude/settings.json\n+{}` })).toBe(true);
    expect(changes("apply_patch", { patch: "--- a/x\n+++ b/.claude/settings.json\n" })).toBe(true);
    expect(changes("apply_patch", { patchText: `${begin}docs/a.md\n+see .claude/settings.json` })).toBe(
      false,
    );
  });

  test("of another server cannot do it either, unless it only reads", () => {
    expect(changes("mcp__fs__write_file", { path: `${folder}/policy.json` })).toBe(true);
    expect(changes("mcp__fs__move_file", { source: "a", destination: "~/.claude/settings.json" })).toBe(true);
    expect(changes("mcp__fs__get_or_create", { path: `${folder}/policy.json` })).toBe(true);
    expect(changes("mcp__shell__run", { command: "rm .claude/settings.json" })).toBe(true);
    expect(changes("mcp__shell__exec", { cmd: "rm settings.json", cwd: ".claude" })).toBe(true);
    expect(changes("mcp__js__execute", { code: "fs.rmSync('.claude/settings.json')" })).toBe(true);
    expect(changes("mcp__shell__run", { command: "cat .claude/settings.json" })).toBe(false);
    expect(changes("mcp__gists__create", { code: "see .claude/settings.json" })).toBe(false);
    expect(changes("mcp__fs__read_file", { path: `${folder}/policy.json` })).toBe(false);
    expect(changes("mcp__fs__write_file", { path: "a.txt", content: folder })).toBe(false);
    expect(changes("mcp__notes__add", { note: `see ${folder}/ for more` })).toBe(false);
    expect(changes("mcp__fs__write", { files: [{ name: "Read", input: { path: folder } }] })).toBe(true);
  });

  test("cannot hide in a batch that is unreadable", () => {
    const call = { tool: "write", parameters: { filePath: `${folder}/a` }, unknown: 1 };
    expect(changes("batch", { tool_calls: [call] })).toBe(true);
    expect(changes("batch", { tool_calls: [{ ...call, parameters: { filePath: "a" } }] })).toBe(false);
  });

  test("is not confused by a command that is not text", () => {
    expect(changes("Bash", { command: 7 })).toBe(false);
  });
});

test.each([
  "echo '{}' > .claude/settings.json",
  "echo x >> ~/.claude/settings.json",
  'printf x > "$HOME/.claude/settings.json"',
  "cat evil >| ${HOME}/.codex/config.toml",
  "echo x > .claude/./settings.json",
  "echo x > src/../.claude/settings.json",
  "echo x > config",
  "echo x > link/policy.json",
  "echo x > dangling",
  "echo x &> .Claude/Settings.json",
  "cat <> .claude/settings.json",
  "jq 'del(.hooks)' a.json | tee .claude/settings.json",
  "jq 'del(.hooks)' a.json | sudo tee -a ~/.claude/settings.json > /dev/null",
  "cp evil.json .claude/settings.json",
  "cp evil/settings.json ~/.claude/",
  "cp evil/settings.json ~/.claude",
  "cp -t ~/.claude evil/settings.json",
  "cp --target-directory=.claude evil/settings.json",
  "cp -r evil/. ~/.claude",
  "cp -r dotfiles/.claude ~",
  "rsync -a evil/ ~/.claude/",
  "install -m 600 evil.json ~/.codex/config.toml",
  "mv .claude/settings.json /tmp/x",
  "mv .claude /tmp/x",
  "mv evil/settings.local.json .claude/",
  "rm -f ~/.codex/config.toml",
  "for f in settings.json; do echo x > .claude/$f; done",
  "echo x > .claude/$(echo settings.json)",
  "echo x > .claude/`echo settings.json`",
  "cp x .claude/${f:-settings.json}",
  "cp x .claude/settings.${f:-json}",
  "cp x ${f:-.claude}/settings.json",
  "echo x > /proc/self/cwd/.claude/settings.json",
  "cp x /proc/1/cwd/.claude/settings.json",
  `cp x /proc/self/root${home}/.claude/settings.json`,
  "7z x a.7z -o.claude",
  "unzip a.zip -d.claude",
  "bsdtar -xf a.tar -C.claude",
  "rm $(which node)",
  'cp x "$(command -v node)"',
  "rm -rf .claude",
  "rm -rf ~/.data",
  "rm -rf ~",
  "rm .claude/*.json",
  "rm -rf .cl*",
  "rm .claude/settings{,.local}.json",
  "rm .claude/sett[i]ngs.json",
  "unlink .claude/settings.json",
  "ln -sf /dev/null .claude/settings.json",
  "ln ~/.claude/settings.json src/x",
  "sed -i 's/guard//' .claude/settings.json",
  "sed -ni p .claude/settings.json",
  "sed --in-place=.bak d ~/.claude/settings.json",
  "perl -pi -e 's/guard//' .claude/settings.json",
  "awk 'BEGIN { print 1 > \".claude/settings.json\" }'",
  "dd if=evil of=.claude/settings.json",
  "truncate -s 0 .claude/settings.json",
  "touch .claude/settings.local.json",
  "chmod 000 .claude/settings.json",
  "sort -o .claude/settings.json a",
  "curl -o .claude/settings.json https://example.com/x",
  "curl -o.claude/settings.json https://example.com/x",
  "wget --output-document=.claude/settings.json https://example.com/x",
  "tar -xf evil.tar -C ~/.claude",
  "unzip archive.zip -d .claude",
  "tar --extract --file=evil.tar --directory=.claude",
  "git checkout HEAD~1 -- .claude/settings.json",
  "git restore .claude/settings.json",
  "git rm .claude/settings.json",
  "git diff --output=.claude/settings.json",
  "git -C .claude checkout settings.json",
  "cd ~/.claude && echo x > settings.json",
  "cd .claude; rm settings.json",
  "cd ~ && cd .claude && truncate -s0 settings.json",
  "pushd .claude && mv settings.json x",
  "sh -c 'echo x > .claude/settings.json'",
  'bash -lc "rm ~/.codex/config.toml"',
  "env -i rm .claude/settings.json",
  "timeout 5 rm .claude/settings.json",
  "find .claude -name settings.json -delete",
  "find ~ -name 'settings*.json' -exec rm {} +",
  "find ~/.claude -type f -delete",
  "echo .claude/settings.json | xargs rm",
  "for f in .claude/settings.json; do rm $f; done",
  "F=.claude/settings.json; echo x > $F",
  'F=.claude/settings.json; rm -- "$F"',
  "export F=.claude/settings.json && rm $F",
  "python3 -c \"open('.claude/settings.json','w').write('{}')\"",
  "node -e \"require('fs').rmSync(process.env.HOME + '/.claude/settings.json')\"",
  "python3 - <<'EOF'\nopen('.claude/settings.json', 'w')\nEOF",
  'echo "rm .claude/settings.json" | sh',
  "python3 edit.py .claude/settings.json",
  "vim -c '%d' -c wq .claude/settings.json",
  "if true; then echo x > .claude/settings.json; fi",
  "(echo x) > .claude/settings.json",
  "{ echo x; } > .claude/settings.json",
  "case x in *) rm .claude/settings.json;; esac; eval $y",
  "skillwright guard uninstall --agent claude-code",
  "npx skillwright guard install --agent codex --mode advisory",
  "npx -y skillwright@latest guard uninstall --agent codex",
  "node /opt/skillwright/bin/skillwright.mjs guard uninstall --agent codex",
  "skw trust",
  "d=.claude; echo x > $d/settings.json",
  "d=.claude; f=settings.json; echo x > $d/$f",
  "d=.cl; echo x > ${d}aude/settings.json",
  "d=.claude; rm -rf $d",
  "echo x > ~+/.claude/settings.json",
  "echo x > $'\\x2eclaude/settings.json'",
  "cd .cl*; echo x > settings.json",
  "find . -path '*claude*' -delete",
  "find ~/.claude -maxdepth 1 -type f -print0 | xargs -0 rm",
  "find . -iname SETTINGS.json | xargs rm",
  "ls .claude/*.json | xargs rm",
  "ls .claude | xargs -I{} rm .claude/{}",
  "python -c \"import os; os.remove(os.path.join(os.environ['HOME'], '.claude', 'settings.json'))\"",
  "node -e \"require('fs').rmSync('.claude', { recursive: true })\"",
  "python3 -c \"import shutil; shutil.rmtree('.claude')\"",
  "git checkout HEAD~1 -- .claude",
  "git rm -r .claude",
  "git mv .claude x",
  "git clean -fdx .claude",
  "git stash -- .claude",
  "git apply --directory=.claude x.patch",
  "git clone x .claude",
  "ln -sfn /tmp/evil .claude",
  "ln -s .claude x && echo y > x/settings.json",
  "ln -s ~ x; cp evil.json x/.claude/settings.json",
  "cp -rT evil .claude",
  "patch -d .claude < x.patch",
  "chmod 000 ~/.claude",
  "chown -R nobody .claude",
  "mount --bind /tmp/x ~/.claude",
  "docker run -v ~/.claude:/c image rm /c/settings.json",
  "curl --output-dir .claude -O https://example.com/settings.json",
  "wget -P .claude https://example.com/settings.json",
  "scp host:settings.json .claude/",
  "sed -n 'w .claude/settings.json' x",
  "sed -n -e 'w.claude/settings.json' x",
  "sed 's/x/y/w .claude/settings.json' x",
  "D=~/.claude; F=settings; echo x > $D/$F.json",
  "cp -r evil/.claude/ .",
  "cd ~/.data/guard; rm -f *.json",
  "git apply <<'E'\n--- a/.claude/settings.json\n+++ b/.claude/settings.json\nE",
  "chattr +i .claude",
  "brew uninstall skillwright",
  "python3 -c \"import subprocess; subprocess.run(['skillwright', 'guard', 'uninstall'])\"",
  "npm uninstall -g skillwright",
  "npm i -g skillwright@0.0.1",
  "pnpm remove -g skillwright",
  "yarn global remove skillwright",
  "npx -p skillwright skillwright guard uninstall",
  "npx --package=skillwright -c 'skillwright guard uninstall'",
  "skillwright guard --agent claude-code uninstall",
  "x=uninstall; skillwright guard $x",
  "echo skillwright guard uninstall | sh",
  "claude config set hooks '{}'",
  "claude --settings '{\"disableAllHooks\":true}' -p x",
  "codex -c features.hooks=false exec x",
  "codex --disable=hooks exec x",
  "codex features disable hooks",
  "gemini hooks disable skillwright",
  "skillwright --json guard uninstall",
  "codex --quiet features disable x",
  "GIT_TRACE=~/.claude/settings.json git status",
  "dd if=x of=~/.claude/settings.json",
  "sudo -Z rm .cl*/settings.json",
  "cd .claude/$x && rm settings.json",
  'cd "$x/.claude" && rm settings.json',
  "cd $PWD/.claude/$x && rm settings.json",
  'rm ".claude/${x}settings.json"',
  "rm $x.cla$y'ude/settings.json'",
  'rm "$PWD/.cla$y"ude/settings.json',
  'x=.cla; rm "$x"ude/settings.json',
  "ls a b c d e f g h i; cd .claude && rm settings.json",
  "ls ~/.claude | xargs rm",
  "ls ~/.claude | xargs $x",
  "find ~/.claude | xargs rm",
  "rm opencode.js*",
  "rm -f /usr/bin/*",
  "cd / && rm usr/bin/node",
  "cd ~/.claude && rm s*.json",
  "fd . ~/.claude -x rm",
  "fdfind . ~/.claude -x rm",
  "fd . ~/.claude --exec=rm",
  "find -name settings.json -delete",
  "find \\( -name settings.json \\) -delete",
  "find ! -path x -name settings.json -delete",
  "tree -o .claude/settings.json",
  `x='rm .claude/settings.json'; eval "$x"`,
  "bash x.sh <<< 'rm .claude/settings.json'",
  "python3 -c \"open('/usr/bin/node', 'w')\"",
  "python3 -c \"os.chdir('.claude'); open('settings.json', 'w')\"",
])("a command cannot change a protected place: %s", (command) => {
  expect(changes("Bash", { command })).toBe(true);
  expect(changes("run_shell_command", { command, description: "x" })).toBe(true);
  expect(changes("some_terminal", { command })).toBe(true);
});

test("a command in another folder, as a list, or in an editor's task cannot do it either", () => {
  expect(changes("Bash", { command: "echo x > settings.json", workdir: "~/.claude" })).toBe(true);
  expect(changes("Bash", { command: "echo x > settings.json", cwd: ".claude" })).toBe(true);
  expect(changes("shell", { command: ["bash", "-lc", "rm .claude/settings.json"] })).toBe(true);
  expect(changes("shell", { command: ["rm", ".claude/settings.json"] })).toBe(true);
  const task = { type: "shell", command: "rm", args: [`${work}/.claude/settings.json`] };
  expect(changes("run_task", { task })).toBe(true);
});

test.each([
  "cat .claude/settings.json",
  "cat ~/.claude/settings.json | jq .hooks",
  "sed -n 1,20p .claude/settings.json",
  'bash -lc "cat .claude/settings.json"',
  "sudo cat .claude/settings.json",
  "grep -rn hooks .claude/settings.json ~/.codex/config.toml",
  "diff .claude/settings.json .claude/settings.local.json",
  "ls -la ~/.claude ~/.data",
  "find . -name '*.pyc' -delete",
  "find . -name node_modules -prune -exec rm -rf {} +",
  "find ~/.claude -name '*.md'",
  "git add .claude/settings.json && git commit -m 'chore: update .claude/settings.json'",
  "git diff .claude/settings.json",
  "git checkout main",
  "git status",
  "rm -rf node_modules dist",
  "rm -rf *",
  "rm *.log",
  "rm -rf $BUILD_DIR",
  'rm -f "$tmp"',
  'echo hello > "$out"',
  "echo x > src/settings.json",
  "echo x > notes.txt",
  "cp a.json b.json",
  "cp -r src ~/.claude/skills/mine",
  "cp -r skills ~/.claude/",
  "mkdir -p .claude/skills/mine",
  "mv a.txt .",
  "mv a.txt ..",
  "mv src/a.ts src/b.ts",
  "tar -xf a.tar",
  "tar -czf out.tgz src .claude",
  "cp build/* .",
  "cp -r ../other/. .",
  "chmod +x scripts/*.sh",
  "npm test && npm run build > build.log 2>&1",
  "python3 -c 'print(1)'",
  "node scripts/build.js --out dist",
  "echo 'see .claude/settings.json' >> README.md",
  "cat > docs/setup.md <<'EOF'\nEdit .claude/settings.json by hand.\nEOF",
  'for f in *.txt; do mv "$f" "${f%.txt}.md"; done',
  "cd src && touch settings.json",
  "cd /tmp && rm -rf x",
  "prettier --write 'src/**/*.json'",
  "skillwright guard status",
  "skillwright audit list --denied",
  "skillwright check .claude/skills",
  "make -j4",
  "xargs rm < list.txt",
  "vim notes.txt",
  "find . -type f -exec grep -l foo {} +",
  "find . -type f | xargs wc -l",
  "find . -empty -delete",
  "find src -name '*.json' | xargs prettier --write",
  "grep -rl foo . | xargs sed -i 's/foo/bar/g'",
  "/usr/bin/node x.js",
  "cat .claude/settings.json > out.txt",
  "cd ~/.data && wc -l audit.jsonl",
  "npx tsx [FOLDER]/search.ts",
  "rm -f */*.log",
  "mv dist/* .",
  "cp x.json ..",
  "tar -xzf a.tgz -C ..",
  "git checkout -- .",
  "git rm -r .claude/skills/old",
  "git mv .claude/skills/a .claude/skills/b",
  "ln -s ../../skills/x .claude/skills/x",
  "chmod -R u+w .",
  "python3 .claude/skills/x/run.py > settings.json",
  "python3 -c \"open('settings.json', 'w')\"",
  "sed 's/.claude/work/' README.md",
  "npm uninstall lodash",
  "npm install -D skillwright",
  "npm ls -g skillwright",
  "npx skillwright check .",
  "claude -p 'explain hooks'",
  "codex -c model=x exec 'say hello'",
  "codex features list",
  "wc -l < .claude/settings.json > out.txt",
  "rm -rf ./$x $y/",
  'cd "$x" && touch settings.json',
  'cp settings.json "$x/.claude.bak/"',
  "mkdir -p ~/.claude && cat list.txt | xargs touch",
  "echo .claude/settings.json > '$x'",
  "code src/settings.json ~/.claude",
  "code -T ~/.claude",
  "code ~/.claude -delete",
  "code .cl*",
  "find .claude/settings.json -print",
  "find ~/.claude -name '*.json' -exec cat {} +",
  "find ~/.claude -name '' -delete",
  "grep -o hooks .claude/settings.json",
  "echo apply .claude/settings.json",
  "wc -l apply .claude/settings.json <<< x",
  "git log --grep apply -- .claude/settings.json",
  "echo 'see how .claude/settings.json works'",
  "cat .claude/settings.json && sudo rm x",
  "ls ~/.claude | xargs cat",
  "mv a.txt .. -v",
  "echo skillwright guard uninstall",
  "unheard-of guard uninstall",
  "python3 -c \"print('bin/node')\"",
  "python3 -c \"os.listdir('.claude')\"",
  "cd ~/.claude && curl --a= https://x",
  "rm .claude/*.jso",
])("an ordinary command passes: %s", (command) => {
  expect(changes("Bash", { command })).toBe(false);
});

test.each([
  ["node", "fs.rmSync(process.env.HOME + '/.local/share/skillwright', { recursive: true })"],
  ["ruby", "File.delete(Dir.home + '/.local/share/skillwright/policy.json')"],
])("the data folder is known from any home folder, in %s", (program, code) => {
  const resolvePath = createPathResolver(createNodeFileSystem(), work);
  const input = { command: `${program} -e "${code}"` };
  const request = { tool: "Bash", input, workspace: work, home, resolvePath };
  expect(findProtected(() => [`${home}/.local/share/skillwright`], request)).toBeDefined();
});

test("none of many ordinary command lines is refused", () => {
  const text = readFileSync(new URL("./shell/fixtures/ordinary-lines.sh", import.meta.url), "utf8");
  const lines = text.split("#---\n").slice(1);
  expect(lines.length).toBeGreaterThan(200);
  expect(lines.filter((command) => changes("Bash", { command: command.trimEnd() }))).toEqual([]);
});

test.each([
  ["a file of the workspace", "Write", { file_path: "a.txt", content: "x" }],
  ["a file that mentions the folder", "Write", { file_path: "a.txt", content: `see ${folder}/policy.json` }],
  ["an edit of such a text", "Edit", { file_path: "a.txt", old_string: folder, new_string: `${folder}/x` }],
  ["a folder with a longer name", "Write", { file_path: `${home}/.database/x` }],
  [
    "a file that is a patch",
    "Write",
    { file_path: "a.patch", content: "--- a/x\n+++ b/.claude/settings.json\n" },
  ],
  ["a skill", "Write", { file_path: "~/.claude/skills/mine/SKILL.md" }],
  ["an unknown field, longer than a path", "Write", { file_path: "a", note: "x".repeat(9000) }],
  ["reading", "Read", { file_path: `${folder}/policy.json` }],
])("left alone: %s", (_, tool, input) => {
  expect(changes(tool, input)).toBe(false);
});

test("a line of a megabyte takes no time", () => {
  const start = process.cpuUsage();
  for (const part of [
    "which ",
    "${x:-",
    "command -v ",
    "a ",
    "> ",
    "~/",
    "$x ",
    "[",
    "{a,",
    "../",
    "'",
    "*",
    "cd a;",
  ])
    changes("Bash", { command: `rm ${part.repeat(1_000_000 / part.length)}` });
  for (const part of ["*** \n", "+++ ", "*** Add File: a\n", "/", "~/", "../", "\\"]) {
    const text = `*** Begin Patch\n${part.repeat(1_000_000 / part.length)}`;
    for (const input of [{ patch: text }, { path: text }, { path: part.repeat(1_000_000 / part.length) }])
      changes("apply_patch", input);
  }
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(5000);
});
