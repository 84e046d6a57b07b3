import { createReadStream, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Io, Place } from "./io.ts";
import { main } from "./main.ts";

export type TestIoOptions = {
  /** Standard input. */
  readonly input?: string | Uint8Array;
  /** The user's answers in order; without them there is no terminal. */
  readonly answers?: readonly string[];
  /** Runs one per wait; after the last one, the reader of standard output has left. */
  readonly meanwhile?: readonly (() => void)[];
  readonly color?: boolean;
  readonly columns?: number;
  /** Standard output is a terminal. */
  readonly screen?: boolean;
  /** Standard input is not a terminal. */
  readonly piped?: boolean;
  readonly cwd?: string;
  readonly place?: Partial<Place>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** The wall clock; 1970 if absent. */
  readonly today?: () => number;
};
export type TestIo = Io & {
  /** Output so far. */
  readonly written: { out: string; err: string };
  /** Questions so far. */
  readonly asked: readonly string[];
};

const nowhere: Place = {
  home: "/nowhere",
  configFolder: "/nowhere/.config",
  platform: "linux",
  systemFolder: "/nowhere/system",
  dataFolder: "/nowhere/data",
  cacheFolder: "/nowhere/cache",
  node: "24.0.0",
  programs: [],
  command: ["/nowhere/node", "/nowhere/skillwright.mjs"],
};

/** An in-memory Io: records output, answers from a list. */
export function createTestIo(options: TestIoOptions = {}): TestIo {
  const { input = "", answers = [], color = false, columns = 80, cwd = process.cwd() } = options;
  const { screen = false, piped = true } = options;
  const { signal = new AbortController().signal } = options;
  const written = { out: "", err: "" };
  const asked: string[] = [];
  const ask: Io["askSecret"] = async (question) => answers[asked.push(question) - 1];
  const meanwhile = [...(options.meanwhile ?? [])];
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  return {
    written,
    asked,
    out: async (text) => {
      written.out += toText(text);
    },
    err: async (text) => {
      written.err += toText(text);
    },
    readInput: async (maxBytes) => bytes.slice(0, maxBytes + 1),
    stream: (file, start = 0) => (file === undefined ? inPieces(bytes) : createReadStream(file, { start })),
    wait: async () => {
      const happen = meanwhile.shift();
      happen?.();
      return happen !== undefined;
    },
    ask,
    askSecret: ask,
    select: async () => undefined,
    now: () => 0,
    today: options.today ?? (() => 0),
    cwd,
    environment: options.environment ?? {},
    signal: () => signal,
    place: { ...nowhere, ...options.place },
    terminal: { color, background: "unknown", columns, live: false, screen, piped },
  };
}

function toText(text: string | Uint8Array): string {
  return typeof text === "string" ? text : new TextDecoder().decode(text);
}

/** Small pieces, to split lines and characters. */
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7);
}

/** A temporary machine with the folders `home`, `repo` (the current folder), `data` and `cache`. */
export type TestMachine = {
  readonly folder: string;
  run(words: readonly string[], options?: TestIoOptions): Promise<TestRun>;
};
type TestRun = {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly asked: readonly string[];
};

/** Creates a machine with these files; clean up with `removeTestMachines`. */
export function createTestMachine(files: Readonly<Record<string, string>>): TestMachine {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "machine-")));
  machines.push(folder);
  for (const path of ["home", "repo"]) mkdirSync(join(folder, path));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const place = {
    home: `${folder}/home`,
    configFolder: `${folder}/home/.config`,
    systemFolder: `${folder}/system`,
    dataFolder: `${folder}/data`,
    cacheFolder: `${folder}/cache`,
  };
  return {
    folder,
    run: async (words, options = {}) => {
      const io = createTestIo({ cwd: `${folder}/repo`, ...options, place: { ...place, ...options.place } });
      const code = await main(words, io);
      return { code, ...io.written, asked: io.asked };
    },
  };
}

const machines: string[] = [];

/** Call after the tests of a file. */
export function removeTestMachines(): void {
  for (const folder of machines.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** The text of a small skill; `fields` are additional frontmatter lines. */
export function skillFile(name: string, fields = "", body = "# Title\n\nRead the file.\n"): string {
  return `---\nname: ${name}\ndescription: Handles ${name} files. Use when the user names one.\n${fields}---\n${body}`;
}
