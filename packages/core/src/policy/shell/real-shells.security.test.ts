// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of shells.
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileCommandPattern } from "./command-pattern.ts";
import { coversCommand } from "./match-command.ts";
import { readShell } from "./read-shell.ts";
import type { ShellCommand } from "./shell-command.ts";
import { generateLines } from "./test-shell-lines.ts";
import { allShells, createShellPlace, realShells, type ShellRun, startedPrograms } from "./test-shells.ts";

/** How many lines to generate; a larger number searches longer. */
const count = Number(process.env.SKILLWRIGHT_SHELL_LINES ?? 400);

describe.each(allShells)("$name", ({ name }) => {
  const shell = realShells.find((one) => one.name === name);

  test.runIf(shell)("starts no program and creates no file that the reading does not name", () => {
    if (!shell) return;
    const runs = readable.map((line) => place.run(shell, line));
    expect(runs.map(unnamed).filter(({ others, files }) => others.length + files.length > 0)).toEqual([]);
    expect(runs.flatMap(({ log }) => startedPrograms(log)).length).toBeGreaterThan(runs.length / 4);
  });
});

/** Zsh evaluates these arguments as numbers, and a subscript in them runs commands. */
const evaluated = [
  ..."exit return shift".split(" ").map((name) => `git; ${name} 'PATH[$(id)]'`),
  ..."break continue".split(" ").map((name) => `for x in a; do git; ${name} 'PATH[$(id)]'; done`),
  "git; exit 'PATH[`id`]'",
  'git; exit "PATH[\\$(id)]"',
  "git; exit $'PATH[\\x24(id)]'",
  "git; [ -t 'PATH[$(id)]' ]",
  "git; test -t 'PATH[$(id)]'",
  "git; [[ -t 'PATH[$(id)]' ]]",
  "x='PATH[$'; x+='(id)]'; git; exit \"$x\"",
  "a='PATH['; b='$(id)]'; git; exit \"$a$b\"",
  ": ${x:='PATH[$(id)]'}; git; exit $x",
  "a='PATH['; b='$(id)]'; x=$?; x=\"$a$b\"; git; exit $x",
  "f() { git; return $1; }; f 'PATH[$(id)]'",
  "for i in 1 2; do git; shift $x; x='PATH[$'; x+='(id)]'; done",
  "f() { git; return $x; }; x='PATH[$'; x+='(id)]'; f",
  ..."ERRNO KEYTIMEOUT LINES LISTMAX MAILCHECK OPTIND RANDOM SAVEHIST SECONDS UID"
    .split(" ")
    .map((name) => `a='PATH['; b='$(id)]'; ${name}="$a$b"; git`),
  "a='PATH['; b='$(id)]'; for SECONDS in \"$a$b\"; do git; done",
  "printf '%d' 'PATH[$(id)]'",
  "print -f '%d' 'PATH[$(id)]'",
  "integer 'x=PATH[$(id)]'",
];

test.each(evaluated)("a list does not cover what a shell evaluates as a number: %s", (line) => {
  const reading = readShell(line);
  const patterns = "git printf print integer exit shift".split(" ");
  const compiled = patterns.map((name) => compileCommandPattern(`${name}:*`));
  const isCovered = (command: ShellCommand) => coversCommand(compiled, command) === "yes";
  expect(reading.ok && reading.commands.every(isCovered)).toBe(false);
});

test.runIf(realShells.some(({ name }) => name === "zsh"))("zsh runs the command in each of them", () => {
  const [zsh] = realShells.filter(({ name }) => name === "zsh");
  if (!zsh) return;
  const runs = evaluated.map((line) => place.run(zsh, line));
  expect(runs.filter(({ log }) => !startedPrograms(log).includes("id")).map(({ line }) => line)).toEqual([]);
});

const place = createShellPlace();
let readable: readonly string[] = [];
beforeAll(() => {
  readable = generateLines(count).filter((line) => line.length < 400 && readShell(line).ok);
  expect(readable.length).toBeGreaterThan(count / 4);
});
afterAll(() => place.remove());

/** What a line started and wrote that its reading does not name. */
type Unnamed = {
  readonly line: string;
  readonly others: readonly string[];
  readonly files: readonly string[];
};

function unnamed({ line, cwd, log }: ShellRun): Unnamed {
  const reading = readShell(line);
  const commands = reading.ok ? reading.commands : [];
  // A name known only at run time is reported as unknown, and no pattern covers it.
  const programs = namesOf(commands);
  const others = startedPrograms(log).filter((name) => !programs.includes(name));
  const targets = targetsOf(commands);
  const files = readdirSync(cwd).filter((file) => !targets.includes(file));
  return {
    line,
    others: programs.includes(undefined) ? [] : others,
    files: targets.includes(undefined) ? [] : files,
  };
}

function namesOf(commands: readonly ShellCommand[]): readonly (string | undefined)[] {
  return commands.flatMap(({ words }) => words.slice(0, 1).map((word) => word.text));
}

function targetsOf(commands: readonly ShellCommand[]): readonly (string | undefined)[] {
  return commands.flatMap(({ redirections }) => redirections.map(({ target }) => target.text));
}
