import type { Span } from "../../../text/span.ts";

/** A package that a command would download and run. */
export type Run = {
  /** From the runner to the package. */
  readonly span: Span;
  readonly name: string;
  readonly pinned: boolean;
  /** The package with a version, in the syntax of its runner. */
  readonly example: string;
};

/** How much of a command to read for the package name. */
const reach = 200;

/**
 * Reads the command whose runner (`npx`, `uvx`, …) ends at `end`. Undefined if it does not name a package, but a
 * placeholder, a path, a URL or nothing.
 */
export function readRun(text: string, start: number, end: number): Run | undefined {
  const rest = /^[^\n`|;&)"']*/.exec(text.slice(end, end + reach))?.[0] ?? "";
  const runner = text.slice(start, end);
  const token = packageToken(rest, runner);
  if (token === undefined) return undefined;
  const spec = /^(@[\w.-]+\/[\w.-]*\w|[a-z][\w.-]*\w)(?:\[[\w,-]*\])?(?:(?:@|[=~<>!]=)(\S+))?$/i.exec(
    token.word,
  );
  const name = spec?.[1];
  if (name === undefined || notPackages.test(name)) return undefined;
  const pinned = spec?.[2] !== undefined && !movingTags.has(spec[2]);
  const span = { start, end: end + token.end };
  return { span, name, pinned, example: runner.startsWith("pipx") ? `${name}==1.2.3` : `${name}@1.2.3` };
}

/** Placeholders, and words that follow a runner in prose. */
const notPackages =
  /^(?:package|pkg|name|tool|command|commands|cache|flag|flags|installed|is|or|and|to|for|with|without|uses|if)$|^(?:package|pkg|my|your|some)-/i;

/** Tags that move to newer versions. */
const movingTags: ReadonlySet<string> = new Set([
  "latest",
  "next",
  "canary",
  "beta",
  "alpha",
  "main",
  "master",
]);

/** Options whose value names the package to fetch. */
const packageOptions: ReadonlySet<string> = new Set("--from --spec --package -p".split(" "));
/** Options with a value that is not the package. */
const valueOptions: ReadonlySet<string> = new Set([
  "--with",
  "--python",
  "--env-file",
  "--index-url",
  "--registry",
  "-w",
  "-c",
]);

type Token = { readonly word: string; readonly end: number };

function packageToken(rest: string, runner: string): Token | undefined {
  let skip = runner.startsWith("pipx") ? "run" : undefined;
  let value: "package" | "other" | undefined;
  for (const match of rest.matchAll(/\S+/g)) {
    const word = match[0];
    const end = match.index + word.length;
    if (skip !== undefined) {
      if (word !== skip) return undefined;
      skip = undefined;
      continue;
    }
    const [option = "", inline] = word.split("=", 2);
    if (value === "other") value = undefined;
    else if (value === "package") return { word, end };
    else if (!word.startsWith("-")) return { word, end };
    else if (packageOptions.has(option) && inline !== undefined) return { word: inline, end };
    else if (packageOptions.has(option)) value = "package";
    else if (valueOptions.has(option) && inline === undefined) value = "other";
  }
  return undefined;
}
