import type { ToolPattern } from "../parse/tool-list.ts";
import { matchToolName, readToolName } from "./match-tool.ts";
import type { PolicyLayer } from "./policy-layer.ts";
import { compileRules, type Rule } from "./rule.ts";
import { type CommandForm, fitsWord, type PatternWord } from "./shell/command-pattern.ts";
import { list } from "./shell/match-risk-row.ts";
import { programName } from "./shell/shell-command.ts";
import { opaquePrograms, projectRunners, shells, wrapperPrograms } from "./shell/wrapper-programs.ts";

/**
 * The programs that a shell line may start under the allowlists in force, as names, paths or names with `*`. Undefined if
 * they may be any: no list restricts the shell, or a list names a program that runs others by design, such as `make`.
 */
export function listedPrograms(layers: readonly PolicyLayer[]): readonly string[] | undefined {
  const lists = layers.flatMap(({ only }) => {
    const words = only && programWords(only);
    return words === undefined ? [] : [words];
  });
  const [first, ...others] = lists;
  if (first === undefined) return undefined;
  const words = others.reduce(findCommon, first);
  return words.some(runsOthers) ? undefined : [...new Set(words.map(wordText))];
}

const shell = readToolName("Bash");

/** The first words of a list's patterns on commands; undefined if it covers every program. */
function programWords(only: readonly ToolPattern[]): readonly PatternWord[] | undefined {
  const found = compileRules(only)
    .filter(({ tool }) => matchToolName(tool, shell) !== "no")
    .map(wordsOf);
  return found.every((words) => words !== undefined) ? found.flat() : undefined;
}

function wordsOf({ uses }: Rule): readonly PatternWord[] | undefined {
  if (uses === undefined) return undefined;
  if (uses.kind !== "command") return [];
  const { pattern } = uses;
  // A pattern that is unclear covers nothing.
  if (pattern.kind === "unclear") return [];
  if (pattern.kind === "anything") return undefined;
  const words = pattern.forms.map(programOf);
  return words.every((word) => word !== undefined) ? words : undefined;
}

/** Undefined if any program will do. */
function programOf({ words }: CommandForm): PatternWord | undefined {
  const word = words.find((one) => one.kind !== "text" || !/^\w+=/.test(one.text));
  return word?.kind === "any" ? undefined : word;
}

/** What two lists have in common; two different patterns with `*` count as nothing. */
function findCommon(one: readonly PatternWord[], other: readonly PatternWord[]): readonly PatternWord[] {
  const isIn = (word: PatternWord, words: readonly PatternWord[]): boolean =>
    words.some(
      (wanted) =>
        wordText(wanted) === wordText(word) ||
        (word.kind === "text" && fitsWord(wanted, word.text, { isProgram: true })),
    );
  return [...one.filter((word) => isIn(word, other)), ...other.filter((word) => isIn(word, one))];
}

function wordText(word: PatternWord): string {
  if (word.kind === "any") return "*";
  return word.kind === "text" ? word.text : word.pieces.join("*");
}

/** Interpreters run any code, and build tools whatever a project says; so do a project's own files. */
const anyCode: ReadonlySet<string> = new Set(
  list(
    "ant bazel bazelisk bun cargo cmake conda ctest deno dotnet earthly elixir emacs erl flutter go gradle",
    "gradlew groovy java jest julia just ipython jupyter lerna lua make mamba meson micromamba mix mocha mvn mvnw",
    "ninja nix node nodejs nox nx perl php pip pip3 pixi playwright pnpm pre-commit pytest python python3 R",
    ". rake Rscript ruby rustc sbt scala source swift task tox ts-node tsx turbo vitest xcodebuild yarn zig",
  ),
);

function runsOthers(word: PatternWord): boolean {
  const text = wordText(word);
  if (text.includes("/") && !/^\/(?:usr|s?bin|opt|nix|gnu)\//.test(text)) return true;
  const name = programName(text);
  return [anyCode, wrapperPrograms, projectRunners, shells, opaquePrograms].some((names) => names.has(name));
}
