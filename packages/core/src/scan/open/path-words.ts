/** A word of a text that may be a path. */
export type PathWord = {
  readonly word: string;
  /** It stands behind a program that starts files, or alone between backticks. */
  readonly isRun: boolean;
  /** Files that a tool of this name reads by itself. */
  readonly tools: readonly string[] | undefined;
};

/**
 * Visits the words of a text that may be paths, in order. Plain words are most of a text, so they are told apart by their characters before
 * anything is made of them.
 */
export function eachPathWord(text: string, visit: (word: PathWord) => void): void {
  let isAfterRunner = false;
  let at = 0;
  while (at < text.length) {
    if (endsWord(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const start = at;
    const limit = Math.min(text.length, start + longestWord);
    let isPath = false;
    for (; at < limit; at++) {
      const code = text.charCodeAt(at);
      if (endsWord(code)) break;
      isPath ||= code === dot || code === slash || code === backslash;
    }
    const first = text.charCodeAt(start);
    const isRun =
      isAfterRunner || (text.charCodeAt(start - 1) === backtick && text.charCodeAt(at) === backtick);
    const isKnown = knownShapes[shapeOf(first, at - start)] === 1;
    isAfterRunner = false;
    if (!isRun && !isKnown && !isPath && !isCapital(first)) continue;
    const word = text.slice(start, at);
    isAfterRunner = isKnown && runners.has(word);
    const tools = isKnown ? readByTools.get(word) : undefined;
    if (isRun || isPath || tools !== undefined || isCapital(first)) visit({ word, isRun, tools });
  }
}

/** Longer words are read in parts. */
const longestWord = 400;

const dot = 0x2e;
const slash = 0x2f;
const backslash = 0x5c;
const backtick = 0x60;

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

/** Space and the marks that stand around paths. Names with such characters are searched for one by one. */
const separators = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\s"'`()<>[\]{}|;,*=!&^]/.test(String.fromCharCode(code)) ? 1 : 0,
);

function endsWord(code: number): boolean {
  if (code < 128) return separators[code] === 1;
  return code >= 0xa0 && /\s/.test(String.fromCharCode(code));
}

const runners: ReadonlySet<string> = new Set(
  "bash sh zsh source . exec python python3 node bun deno ruby perl php pwsh sudo nohup chmod +x 755 run Run execute Execute".split(
    " ",
  ),
);

const readByTools: ReadonlyMap<string, readonly string[]> = new Map([
  ["npm", ["package.json", ".npmrc"]],
  ["npx", ["package.json", ".npmrc"]],
  ["pnpm", ["package.json", ".npmrc"]],
  ["yarn", ["package.json", ".yarnrc.yml"]],
  ["bun", ["package.json", "bunfig.toml"]],
  ["pip", ["setup.py", "pyproject.toml", "setup.cfg"]],
  ["pip3", ["setup.py", "pyproject.toml", "setup.cfg"]],
  ["uv", ["setup.py", "pyproject.toml"]],
  ["poetry", ["pyproject.toml"]],
  ["pytest", ["conftest.py", "pytest.ini"]],
  ["make", ["Makefile", "makefile", "GNUmakefile"]],
  ["just", ["justfile"]],
  ["docker", ["Dockerfile", "docker-compose.yml", "docker-compose.yaml", "compose.yaml"]],
  ["docker-compose", ["Dockerfile", "docker-compose.yml", "docker-compose.yaml", "compose.yaml"]],
  ["rake", ["Rakefile"]],
  ["vagrant", ["Vagrantfile"]],
  ["cargo", ["build.rs", "Cargo.toml"]],
  ["direnv", [".envrc"]],
]);

/** First characters and lengths of the names above, which most words do not share. */
const knownShapes = new Uint8Array(128 * 16);
for (const name of [...runners, ...readByTools.keys()])
  knownShapes[shapeOf(name.charCodeAt(0), name.length)] = 1;

function shapeOf(first: number, length: number): number {
  return length < 16 && first < 128 ? first * 16 + length : 0;
}
