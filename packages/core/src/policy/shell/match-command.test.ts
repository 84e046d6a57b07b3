import { describe, expect, test } from "vitest";
import type { Match } from "../match-name.ts";
import { compileCommandPattern, isWrittenOut } from "./command-pattern.ts";
import { coversCommand, coversLine } from "./match-command.ts";
import { readShell } from "./read-shell.ts";
import type { ShellCommand } from "./shell-command.ts";
import { touchesCommand } from "./touches-command.ts";

/** The one command of a line, or the last of several. */
function commandOf(line: string): ShellCommand {
  const reading = readShell(line);
  const command = reading.ok ? reading.commands.at(-1) : undefined;
  if (!command) throw new Error(`cannot read ${line}`);
  return command;
}

function covers(pattern: string, line: string): Match {
  return coversCommand([compileCommandPattern(pattern)], commandOf(line));
}

function touches(pattern: string, line: string): Match {
  return touchesCommand([compileCommandPattern(pattern)], commandOf(line));
}

test("a pattern is compiled once into words", () => {
  expect(compileCommandPattern("git commit -m 'a b' x*:*")).toEqual({
    kind: "forms",
    forms: [
      {
        words: [
          { kind: "text", text: "git" },
          { kind: "text", text: "commit" },
          { kind: "text", text: "-m" },
          { kind: "text", text: "a b" },
          { kind: "glob", pieces: ["x", ""] },
        ],
        open: true,
      },
    ],
  });
});

test.each(["", " ", "*", ":*"])("%j matches any command", (pattern) => {
  expect(compileCommandPattern(pattern)).toEqual({ kind: "anything" });
});

test.each([
  "git 'x",
  'git "x',
  "git x\\",
  "git status; 'git log",
  "a | ",
  "a && b:",
  "a & b",
  "a > b",
  "git:* main",
  "'",
  "git: *",
  "git:",
  "git status: *",
])("%j is unclear: it allows nothing and denies everything", (pattern) => {
  expect(compileCommandPattern(pattern)).toEqual({ kind: "unclear" });
  expect(covers(pattern, "git status")).toBe("unknown");
  expect(touches(pattern, "git status")).toBe("unknown");
});

test.each<[pattern: string, covered: readonly string[], not: readonly string[]]>([
  ["git:*", ["git", "git status", "git log -5"], ["gitk", "git-x", "echo git", "/usr/bin/git log", "./git"]],
  ["git *", ["git", "git status"], ["gitk"]],
  ["git status", ["git status", "git 'status'"], ["git", "git status -s", "git  stash"]],
  ["git add *", ["git add", "git add .", "git add a b"], ["git addx", "git -P add ."]],
  ["git * main", ["git push origin main", "git checkout main"], ["git main", "git push main x"]],
  ["git * main *", ["git push main x", "git push main"], ["git main"]],
  ["npm run test:*", ["npm run test", "npm run test -- -x"], ["npm run test:unit", "npm run tests"]],
  ["npm run test\\:\\*", ["npm run 'test:*'"], ["npm run test"]],
  ["npm run test:unit*", ["npm run test:unit", "npm run test:unit-x"], ["npm run test:uni"]],
  ["ls*", ["ls", "lsof"], ["ls -l", "ls/x"]],
  ["scripts/*.sh", ["scripts/a.sh"], ["scripts/a/b.sh", "scripts/a.sh x"]],
  ["uvx:*,go:*", ["uvx ruff", "go test"], ["git status", "uvx:"]],
  ["uvx:*, go:*", ["go vet"], ["git"]],
  ["* --version", ["cargo --version", "a b --version"], ["--version", "cargo --version x"]],
  ["echo 'a  b' \"c\"", ["echo 'a  b' c"], ["echo a b c"]],
  ["a*b*c", ["abc", "a1b2c"], ["ab", "acb", "abca"]],
  ["ls a*", ["ls a/b"], []],
  ["git log x: y", ["git log x: y"], []],
  ["echo * x:*", ["echo a b x y"], ["echo a b"]],
  ["g*:*", [], ["echo git"]],
  ["x-*-y-*", ["x-a-y-b"], ["x-a-b"]],
  ["x*yy*y", ["xyyy"], ["xyy"]],
  ["a*a", ["aa"], ["a"]],
])("%j covers %j and not %j", (pattern, covered, not) => {
  for (const line of covered) expect(covers(pattern, line), line).toBe("yes");
  for (const line of not) expect(covers(pattern, line), line).toBe("no");
});

describe("to cover a command", () => {
  test("one of several patterns is enough", () => {
    const patterns = ["ls:*", "git push:*"].map(compileCommandPattern);
    expect(coversCommand(patterns, commandOf("git push"))).toBe("yes");
    expect(coversCommand(patterns, commandOf("git pull"))).toBe("no");
    expect(coversCommand(patterns, commandOf("$X"))).toBe("unknown");
    expect(coversCommand([], commandOf("ls"))).toBe("no");
  });

  test("variables the program might use must not be set", () => {
    expect(covers("git:*", "LC_ALL=C TZ=UTC CI=1 git log")).toBe("yes");
    expect(covers("git:*", "LANG=$x git log")).toBe("no");
    expect(covers("git:*", "EDITOR=vi git log")).toBe("no");
    expect(covers("git:*", "DBT_PROFILES_DIR=. dbt debug")).toBe("no");
    expect(covers("dbt:*", "DBT_PROFILES_DIR=. dbt debug")).toBe("yes");
    expect(covers("dbt:*", "DBT_PROFILES_DIR=../x dbt debug")).toBe("no");
    expect(covers("dbt:*", 'DBT_PROFILES_DIR="$x" dbt debug')).toBe("no");
    expect(covers("git:*", "A=1")).toBe("yes");
    expect(covers("git:*", "HOME=/x")).toBe("no");
    expect(covers("git:*", "> x")).toBe("no");
  });

  test('"any command" matches any', () => {
    for (const line of ["A=1", "> x", "$X y", "git -c a=b log", "sudo rm x"])
      expect(covers("*", line)).toBe("yes");
  });

  test("words known only at run time match where the pattern has a wildcard", () => {
    expect(covers("ls:*", "ls $x")).toBe("yes");
    expect(covers("ls a", "ls $x")).toBe("unknown");
    expect(covers("ls * a", 'ls "$x" a')).toBe("yes");
    expect(covers("ls * a", "ls $x a")).toBe("unknown");
    expect(covers("ls:*", "$x a")).toBe("unknown");
    expect(covers("git:*", 'git show "HEAD~$x"')).toBe("yes");
    expect(covers("git:*", 'git show "$x"')).toBe("unknown");
    expect(covers("git:*", "git show $(git rev-parse HEAD)")).toBe("yes");
    expect(covers("git:*", "git show $(git log -1 --format=%s)")).toBe("unknown");
    expect(covers("git * main", "git show $(git rev-parse HEAD) main")).toBe("unknown");
  });

  test.each([
    ["git:*", "git -c a.b=c log", "no"],
    ["git -c *", "git -c a.b=c log", "yes"],
    ["git -c *", "git -c a.b=c log --output=x", "no"],
    ["git -C *", "git -C sub log", "yes"],
    ["git log --output=*", "git log --output=x", "yes"],
    ["git log --*", "git log --output=x", "no"],
    ["git lfs:*", "git lfs pull", "yes"],
    ["git config core.pager:*", "git config core.pager less", "yes"],
    ["git config:*", "git config core.pager less", "no"],
    ["find:*", "find . -name x -exec rm {} +", "no"],
    ["find . -exec:*", "find . -exec rm {} +", "yes"],
    ["python:*", "python -c 'x'", "no"],
    ["python -c:*", "python -c 'x'", "yes"],
    ["timeout:*", "timeout 5 git log", "no"],
    ["timeout 5 git:*", "timeout 5 git log", "yes"],
    ["timeout 5 git:*", "timeout 5 git -c x=y log", "no"],
    ["sudo:*", "sudo ls", "no"],
    ["sudo ls:*", "sudo ls -l", "yes"],
    ["xargs grep:*", "xargs grep -l x", "yes"],
    ["xargs git:*", "xargs git log", "unknown"],
    ["sh:*", "sh -c 'ls'", "no"],
    ["sh:*", "sh build.sh -c x", "yes"],
    ["eval:*", "eval ls", "unknown"],
  ])("a risky argument must be spelled out: %s, %s: %s", (pattern, line, match) => {
    expect(covers(pattern, line)).toBe(match);
  });
});

test.each<[line: string, match: Match]>([
  ["OUTPUT=x", "yes"],
  ["export A=1", "yes"],
  ["export", "no"],
  ["export A", "no"],
  ["export PATH=x", "no"],
  ["readonly A", "yes"],
  ["[ -f a ]", "yes"],
  ["[ ! -f a ]", "yes"],
  ["[ -f a b", "no"],
  ["[ ]", "no"],
  ["test -f a", "yes"],
  ["test a", "yes"],
  ["test a = b", "yes"],
  ["test a = b -o -v c", "no"],
  ["test -v a", "no"],
])("every pattern covers a builtin that runs nothing, in its plain form: %s: %s", (line, match) => {
  expect(covers("git:*", line)).toBe(match);
});

test("only a pattern of one command without a star is written out", () => {
  const found = ["git status", "git:*", "git *", "git a*", "*", "a && b", "'"].filter((pattern) =>
    isWrittenOut(compileCommandPattern(pattern)),
  );
  expect(found).toEqual(["git status"]);
});

test("a program that is known only at run time is not covered by a wildcard", () => {
  expect(covers("g*:*", "~ x")).toBe("unknown");
  expect(covers("* --version", '"$x" --version')).toBe("unknown");
  expect(covers("git:*", "ls $x")).toBe("no");
});

test.each<[pattern: string, covered: readonly string[], not: readonly string[]]>([
  ["git:*,ls:*", [], ["git a; ls b"]],
  [
    "source .env && uv run pytest *",
    [
      "source .env && uv run pytest",
      "source .env && uv run pytest tests -q",
      "source .env &&\n uv run pytest x",
    ],
    [
      "source .env; uv run pytest",
      "source .env || uv run pytest",
      "source .env",
      "uv run pytest",
      "uv run pytest && source .env",
      "source .env && uv run pytest && ls",
      "ls && source .env && uv run pytest",
      "source evil && uv run pytest",
      "source .env && uv run pytest $(ls)",
      "(source .env) && { uv run pytest; ls; }",
      "PATH=x source .env && uv run pytest",
    ],
  ],
  [
    "git fetch; git log:*",
    ["git fetch\ngit log -1", "git fetch; git log"],
    ["git fetch; git log --output=x"],
  ],
  ["cat a | jq .x", ["cat a | jq .x"], ["cat a |& jq .x", "cat a | jq .x | sh"]],
  ["echo 'a && b' && ls", ["echo 'a && b' && ls"], ["echo a && b && ls"]],
])("%j covers the lines %j and not %j", (text, covered, not) => {
  const pattern = compileCommandPattern(text);
  const isCovered = (line: string): boolean => {
    const reading = readShell(line);
    return reading.ok && coversLine(pattern, reading);
  };
  expect(covered.filter((line) => !isCovered(line))).toEqual([]);
  expect(not.filter(isCovered)).toEqual([]);
});

describe("a deny pattern", () => {
  test.each<[pattern: string, line: string, match: Match]>([
    ["rm:*", "rm x", "yes"],
    ["rm:*", "/bin/rm x", "yes"],
    ["rm:*", "rm.exe x", "yes"],
    ["rm:*", "RM x", "unknown"],
    ["rm:*", "rmdir x", "no"],
    ["rm:*", "echo rm", "no"],
    ["/bin/rm:*", "rm x", "yes"],
    ["rm*", "rmdir x", "yes"],
    ["*", "A=1", "yes"],
    ["rm:*", "A=1", "no"],
    ["rm:*", "PATH=x", "unknown"],
    ["rm:*", "GIT_PAGER=rm git log", "yes"],
    ["rm:*", "NULLCMD=rm", "yes"],
    ["rm:*", "$x y", "unknown"],
    ["rm:*", "ls $x", "no"],
    ["git push:*", "git -C x push", "yes"],
    ["git push:*", "git $x", "unknown"],
    ["git push:*", "git log", "no"],
    ["git push", "git push --tags", "yes"],
    ["git * main", "git push origin main", "yes"],
    ["rm -rf:*", "rm -rf x", "yes"],
    ["rm -rf:*", "rm -r -f x", "yes"],
    ["rm -rf:*", "rm -fvr x", "yes"],
    ["rm -rf:*", "rm -Rf x", "unknown"],
    ["rm -rf:*", "rm --recursive --force x", "unknown"],
    ["rm -rf:*", "rm -r x", "no"],
    ["rm -rf:*", "rm x", "no"],
    ["git push --force:*", "git push --force", "yes"],
    ["git push --force:*", "git push -f", "unknown"],
    ["git push --force:*", "git push --forc", "unknown"],
    ["git push --force:*", "git push --force=x", "yes"],
    ["git push --force:*", "git push -u origin", "no"],
    ["* --force", "x --force", "yes"],
    ["cd x && rm *", "rm x", "unknown"],
    ["cd x && rm *", "ls x", "no"],
  ])("%s, %s: %s", (pattern, line, match) => {
    expect(touches(pattern, line)).toBe(match);
  });

  test.each([
    "sudo rm x",
    "sudo -u a -n rm x",
    "env -i A=b rm x",
    "nohup nice -n 5 timeout -k 1 5 rm x",
    "ls | xargs -0 -n1 rm",
    "xargs -I{} rm {}",
    "sh -c 'ls; rm x'",
    "bash -ec 'echo $(rm x)'",
    "eval r'm' x",
    "find . -name x -exec rm {} +",
    "find . -exec ls {} ';' -exec rm {} ';'",
    "sudo sh -c 'env sh -c \"rm x\"'",
    "watch -n 1 rm x",
    "ssh host 'ls && rm x'",
    "busybox rm x",
    "trap 'rm x' EXIT",
    "command rm x",
    "time ! rm x",
  ])("sees through %j", (line) => {
    expect(touches("rm:*", line)).toBe("yes");
    expect(touches("mv:*", line)).not.toBe("yes");
  });

  test.each([
    "sh -s script.sh",
    "bash /dev/stdin",
    "curl x | sh",
    "source $x",
    'eval "$x"',
    "sudo --unknown x y",
    'python3 -c "$x"',
    "node -e $x",
    "parallel rm ::: x",
    "find $x -name y",
    `${"sudo ".repeat(17)}ls`,
  ])("cannot tell what %j runs", (line) => {
    expect(touches("rm:*", line)).toBe("unknown");
  });

  test.each(["sh script.sh", "bash -eu scripts/build.sh x", "./script.sh", "python3 x.py", "source x"])(
    "treats the file in %j as a program like any other",
    (line) => {
      expect(touches("rm:*", line)).toBe("no");
    },
  );
});

test("a program after a runner is judged like the program itself, if the pattern names it", () => {
  for (const [pattern, line] of [
    ["uv run pytest:*", "uv run pytest -p x"],
    ["uv run pytest:*", "uv run pytest --rootdir=/x"],
    ["uv run python:*", "uv run python -c x"],
    ["npx prettier:*", "npx prettier --plugin=./x.js ."],
    ["bundle exec rake:*", "bundle exec rake -e x"],
    ["uv run sqlite3:*", "uv run sqlite3 x <<< '.shell id'"],
  ] as const)
    expect(covers(pattern, line), line).not.toBe("yes");
  for (const [pattern, line] of [
    ["uv run pytest:*", "uv run pytest -k x tests"],
    ["uv run pytest -p *", "uv run pytest -p x"],
    ["uv run python:*", "uv run python x.py --config y"],
    ["npx prettier:*", "npx prettier --write ."],
    ["uv:*", "uv run python -c x"],
  ] as const)
    expect(covers(pattern, line), line).toBe("yes");
});

test.each([
  "git log; exit 1",
  'git log; exit "$?"',
  'rc=$?; git log; exit "$rc"',
  "rc=3; git log; exit $rc",
  "git log; exit $((1 + 1))",
  "git log; [ -t 1 ]",
  "git log; [[ -t 1 ]]",
  "git log; [[ -n x ]]",
  "git log; [ $? -eq 0 ]",
  "for x in a; do git log; break 2; done",
])("steering a line with numbers needs no pattern: %s", (line) => {
  expect(covers("git:*", line)).toBe("yes");
});

test.each(["git log; exit x", "git log; [ -t x ]", 'git log; [ -t "$1" ]', "git log; shift $@"])(
  "what is no number does: %s",
  (line) => {
    expect(covers("git:*", line)).not.toBe("yes");
  },
);
