import { forEachChild, parse, type SyntaxNode, type Word, type WordPart } from "unbash";
import { expect, test } from "vitest";
import { readShell } from "./read-shell.ts";
import type { ShellCommand } from "./shell-command.ts";
import { generateLines } from "./test-shell-lines.ts";

/** Every program an independent parser finds in a line; undefined for a name known only at run time. */
function programsBySecondParser(line: string): readonly (string | undefined)[] | "error" {
  const programs: (string | undefined)[] = [];
  let hasError = false;
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Script" && node.errors && node.errors.length > 0) hasError = true;
    if (node.type === "Command" && node.name) programs.push(isPlain(node.name) ? node.name.value : undefined);
    forEachChild(node, visit);
  };
  visit(parse(line));
  return hasError ? "error" : programs;
}

function isPlain({ parts }: Word): boolean {
  return (parts ?? []).every(isPlainPart);
}

function isPlainPart(part: WordPart): boolean {
  if (part.type === "DoubleQuoted") return part.parts.every(isPlainPart);
  return part.type === "Literal" || part.type === "SingleQuoted";
}

/** What `time` and `!` precede counts as a separate program there. */
function programsOf(commands: readonly ShellCommand[]): readonly (string | undefined)[] {
  return commands.flatMap(({ words: [program, ...rest] }) => {
    if (program === undefined) return [];
    return program.text === "time" ? [program.text, ...rest.map(({ text }) => text)] : [program.text];
  });
}

test("an independent parser finds no program that the reading does not name", () => {
  const lines = generateLines(4000);
  const missed: { readonly line: string; readonly programs: readonly (string | undefined)[] }[] = [];
  let compared = 0;
  for (const line of lines) {
    const reading = readShell(line);
    const second = programsBySecondParser(line);
    // That parser starts a new word at the `<(` in `x<(a)`; bash and zsh do not.
    if (!reading.ok || second === "error" || /[^\s;&|][<>]\(/.test(line)) continue;
    compared++;
    const first = programsOf(reading.commands);
    const programs = second.filter((program) => !first.includes(program));
    if (programs.length > 0 && !first.includes(undefined)) missed.push({ line, programs });
  }
  expect(missed).toEqual([]);
  expect(compared).toBeGreaterThan(1000);
});
