import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { bareLine, guardLine, isOneCall, pardon, readGuardLine, refusingLine } from "./hook-command.ts";

const command = ["/opt/node", "/src/start.ts"];
const read = (line: unknown) => readGuardLine(line, { agent: "codex", command });

test("arguments reach the program unchanged, whatever they contain", () => {
  const program = ["/opt/my node's/node", "/a b/$(touch x)/`y`\\'z/skillwright.mjs"];
  const options = ["--policy", 'a"b\\c;d&e|f\ng', "", "*", "\\'", "'\\"];
  const line = guardLine({ program, agent: "codex", options, isUnix: true });
  for (const shell of ["sh", "bash"]) {
    const { stdout } = spawnSync(shell, ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" });
    expect(stdout.split("\0").slice(0, -1)).toEqual([...program, "guard", "--agent", "codex", ...options]);
  }
  for (const written of [line, refusingLine(line), line + pardon])
    expect(read(written)).toEqual({ environment: undefined, program, options });
  expect(isOneCall(line)).toBe(true);
});

test("the environment is part of the line, whatever it contains", () => {
  const environment = [
    ["HOME", "/home/o'hara $(x)"],
    ["CLAUDE_PROJECT_DIR", undefined],
  ] as const;
  const program = ["/opt/node", "/src/start.ts"];
  const line = guardLine({ environment, program, agent: "codex", options: [], isUnix: true });
  expect(line).toBe(
    `/usr/bin/env -i HOME='/home/o'\\''hara $(x)' CLAUDE_PROJECT_DIR="$CLAUDE_PROJECT_DIR" /opt/node /src/start.ts guard --agent codex`,
  );
  const set = new Map([
    ["HOME", "/home/o'hara $(x)"],
    ["CLAUDE_PROJECT_DIR", "$CLAUDE_PROJECT_DIR"],
  ]);
  for (const written of [line, refusingLine(line), line + pardon]) {
    expect(read(written)).toEqual({ environment: set, program, options: [] });
    expect(bareLine(written)).toBe(line);
  }
  expect(isOneCall(line)).toBe(true);
});

test("an option that looks like the end of a line stays an option", () => {
  const options = ["--policy", "/a || true", "--root", "/b || sh -c x"];
  const line = guardLine({ program: ["skillwright"], agent: "codex", options, isUnix: true });
  expect(read(refusingLine(line))).toMatchObject({ options });
  expect(bareLine(line + pardon)).toBe(line);
});

test("the limits contain nothing that a shell would read differently inside quotes", () => {
  const [, script = ""] = /'([^']*)'/.exec(refusingLine("x")) ?? [];
  expect(script).toContain("ulimit -t");
  expect(script).not.toContain("\\");
});

test("the limits contain no variable that an agent would replace from a repository's .env", () => {
  // As Gemini CLI and Qwen Code find variables in their settings, and as a file may name them.
  const found = [...refusingLine("x").matchAll(/\$(?:(\w+)|\{([^}]+?)(?::-([^}]*))?\})/g)];
  const names = found.map(([, plain, braced]) => plain ?? braced ?? "");
  expect(names).not.toEqual([]);
  expect(names.filter((name) => /^[\w.-]+$/.test(name))).toEqual([]);
});

test("no backslash is inside quotes, where fish would interpret it", () => {
  const line = guardLine({ program: ["skillwright"], agent: "codex", options: ["a\\'b c\\"], isUnix: true });
  expect(line.replaceAll(/\\['\\]/g, "")).not.toContain("\\");
  expect(line).toBe("skillwright guard --agent codex 'a'\\\\''\\''b c'\\\\''");
});

test("a path in the project is relative to the folder variable that the agent sets", () => {
  const options = ["--policy", { inProject: "team's rules/p.json" }];
  const projectFolder = '"$CLAUDE_PROJECT_DIR"';
  const line = guardLine({
    program: ["skillwright"],
    agent: "claude-code",
    options,
    projectFolder,
    isUnix: true,
  });
  const { stdout } = spawnSync("sh", ["-c", `cd /; printf '%s\\0' ${line}`], {
    encoding: "utf8",
    env: { CLAUDE_PROJECT_DIR: "/my work/$(x)" },
  });
  expect(stdout.split("\0").at(-2)).toBe("/my work/$(x)/team's rules/p.json");
  expect(isOneCall(line, projectFolder)).toBe(true);
  expect(isOneCall(line)).toBe(false);
});

test("on Windows, arguments are quoted for both shells, or refused", () => {
  const lineOf = (file: string): string =>
    guardLine({ program: ["skillwright"], agent: "codex", options: ["--policy", file], isUnix: false });
  expect(lineOf("C:/Users/A B/p.json")).toBe(
    'skillwright guard --agent codex --policy "C:/Users/A B/p.json"',
  );
  for (const file of ["C:/%PATH%/p", "C:/$x/p", 'C:/"/p', "C:/`/p", "C:/a&b"])
    expect(() => lineOf(file)).toThrow("Windows shells interpret differently");
});

test.each([
  "skillwright guard --agent codex",
  "skw guard --agent codex --lifetime session",
  "'/a b/node' /x/bin/skillwright.mjs guard --agent codex --lifetime session",
  "/usr/local/bin/skillwright guard --agent codex",
  "/opt/node /src/start.ts guard --agent codex",
  refusingLine("skillwright guard --agent codex"),
  "/usr/bin/env -i HOME=/home/ada /bin/sh -c 'another release' skillwright /opt/node /src/start.ts guard --agent codex",
  "skillwright guard --agent codex || sh -c 'echo blocked by skillwright guard >&2; exit 2'",
])("a line is ours by the program that it starts: %s", (line) => {
  expect(read(line)).toBeDefined();
});

test.each([
  "skillwright guard --agent codex-other",
  "skillwright guard --agent cursor",
  "echo skillwright",
  "true guard --agent codex",
  "/opt/acme/bin/acme guard --agent codex --strict",
  "logger 'we use skillwright guard --agent codex here'",
  "echo skillwright guard --agent codex",
  "/tmp/skillwright-evil guard --agent codex",
  "node /x/other.mjs guard --agent codex",
  "node /x/skillwright.mjs run guard --agent codex",
  "node --require /x.js guard --agent codex",
  "guard --agent codex",
  "/usr/bin/env -i HOME=/h true guard --agent codex",
  "/usr/bin/env -i HOME=$(x) /opt/node /src/start.ts guard --agent codex",
  "sh -c 'exit 0' other skillwright guard --agent codex",
])("another program's line is not: %s", (line) => {
  expect(read(line)).toBeUndefined();
  expect(read([line])).toBeUndefined();
});

test.each([
  "; exit 0",
  " & true",
  " | cat",
  " > /dev/null",
  " $(x)",
  ' "$x"',
  " `x`",
  "\nexit 0",
  " #",
  " 'a' \\",
])("a line that a shell would expand is not a single call: %j", (more) => {
  expect(isOneCall(`skillwright guard --agent codex${more}`)).toBe(false);
});
