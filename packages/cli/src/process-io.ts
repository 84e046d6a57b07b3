import { createReadStream, fstatSync, readSync, writeSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, resolve } from "node:path";
import { SkillError } from "@skillwright/core";
import { type HookIo, type Io, type Place, readerLeft, type TerminalTraits } from "./io.ts";
import type { SelectQuestion } from "./terminal/select-many.ts";
import type { Background } from "./terminal/style.ts";

/** The real process as an Io; the only code that reads `process.env`. */
export function createProcessIo(): Io {
  // Node keeps standard output open; only an error shows that the reader left.
  let isRead = true;
  process.stdout.once("error", () => {
    isRead = false;
  });
  return {
    out: (text) => write(process.stdout, text),
    err: (text) => write(process.stderr, text),
    readInput,
    stream,
    wait: async (ms) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return isRead;
    },
    ask,
    askSecret,
    select,
    now: () => performance.now(),
    today: () => Date.now(),
    cwd: toSlashes(process.cwd()),
    environment: process.env,
    signal: listenForInterrupt,
    place: describePlace(),
    terminal: describeTerminal(),
  };
}

/**
 * The process as an agent's hook, or undefined in a terminal. Avoids Node's streams, whose setup takes longer than judging a
 * call.
 */
export function createHookIo(): HookIo | undefined {
  if (fstatSync(0).isCharacterDevice()) return undefined;
  return {
    out: async (text) => writeAtOnce(1, text),
    err: async (text) => writeAtOnce(2, text),
    readInput: (maxBytes) => readAtOnce(maxBytes, readInput),
    now: () => process.uptime() * 1000,
    today: () => Date.now(),
    cwd: toSlashes(process.cwd()),
    environment: process.env,
    place: describePlace(),
  };
}

function write(stream: NodeJS.WriteStream, text: string | Uint8Array): Promise<void> {
  if (stream.destroyed || stream.write(text)) return Promise.resolve();
  // If the reader leaves, the stream closes without draining.
  return new Promise((resolve) => {
    const goOn = (): void => {
      stream.off("drain", goOn).off("close", goOn);
      resolve();
    };
    stream.on("drain", goOn).on("close", goOn);
  });
}

async function readInput(maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const bytes of stream(undefined)) {
    chunks.push(bytes);
    length += bytes.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

/** Destroys the source as soon as the caller stops reading, even while waiting for data. */
function stream(file: string | undefined, start = 0): AsyncIterable<Buffer> {
  return {
    [Symbol.asyncIterator]: () => {
      const source = file === undefined ? process.stdin : createReadStream(file, { start });
      const pieces = readPieces(source, file);
      return {
        next: () => pieces.next(),
        return: () => {
          source.destroy();
          return pieces.return(undefined);
        },
      };
    },
  };
}

async function* readPieces(
  source: AsyncIterable<unknown>,
  file: string | undefined,
): AsyncGenerator<Buffer, undefined> {
  try {
    for await (const chunk of source) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    const details = { path: file ?? "standard input", reason: String(error.code) };
    throw new SkillError("file-unreadable", details, { cause: error });
  }
}

let interruption: AbortController | undefined;

/** A second Ctrl-C kills the process as usual. */
function listenForInterrupt(): AbortSignal {
  if (interruption !== undefined) return interruption.signal;
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  // A closed terminal sends SIGHUP.
  process.once("SIGINT", stop).once("SIGTERM", stop).once("SIGHUP", stop);
  // The reader left: `skillwright … | head`.
  process.stdout.once("error", () => controller.abort(readerLeft));
  interruption = controller;
  return controller.signal;
}

async function ask(question: string, signal?: AbortSignal): Promise<string | undefined> {
  // Pass only the last line to readline, which redraws it on every key and garbles longer prompts.
  const line = question.lastIndexOf("\n") + 1;
  if (process.stdin.isTTY) process.stderr.write(question.slice(0, line));
  return readLine(question.slice(line), process.stderr, signal);
}

async function askSecret(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  // Before the question, or the terminal shows what is pasted at once.
  process.stdin.setRawMode(true);
  process.stderr.write(question);
  const { Writable } = await import("node:stream");
  const answer = await readLine("", new Writable({ write: (_chunk, _encoding, done) => done() }));
  process.stderr.write("\n");
  return answer;
}

async function readLine(
  prompt: string,
  output: NodeJS.WritableStream,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (!process.stdin.isTTY || signal?.aborted) return undefined;
  const { createInterface } = await import("node:readline/promises");
  // Raw mode: the terminal itself does not show what is typed.
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  const leaving = new AbortController();
  // The terminal is in raw mode: Ctrl-C arrives here instead of as a signal.
  reader.once("SIGINT", () => {
    interruption?.abort();
    leaving.abort();
  });
  reader.once("close", () => leaving.abort());
  try {
    return await reader.question(prompt, {
      signal: AbortSignal.any([leaving.signal, ...(signal === undefined ? [] : [signal])]),
    });
  } catch (error) {
    // Ctrl-D or Ctrl-C.
    if (error instanceof Error && error.name === "AbortError") return undefined;
    throw error;
  } finally {
    reader.close();
  }
}

async function select(question: SelectQuestion): Promise<readonly number[] | undefined> {
  const { piped, live, color } = describeTerminal();
  if (piped || !live) return undefined;
  const { selectMany } = await import("./terminal/select-many.ts");
  const { stdin: input, stderr: output } = process;
  const columns = output.columns || 80;
  return selectMany(question, { input, output, columns, color, signal: interruption?.signal });
}

function describeTerminal(): TerminalTraits {
  const { env, stdout, stderr } = process;
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0";
  const color = forced || (stdout.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb");
  // A terminal of unknown size reports 0.
  const columns = stdout.columns || Number.parseInt(env.COLUMNS ?? "", 10) || 80;
  const screen = stdout.isTTY === true;
  return {
    screen,
    piped: process.stdin.isTTY !== true,
    color,
    background: backgroundOf(env.COLORFGBG),
    columns,
    live: stderr.isTTY === true && env.TERM !== "dumb" && !env.CI,
  };
}

/** Some terminals set COLORFGBG to `foreground;background`, as indices of the 16 ANSI colors. */
function backgroundOf(colors: string | undefined): Background {
  const index = /;(\d{1,2})$/.exec(colors ?? "")?.[1];
  if (index === undefined) return "unknown";
  return index === "7" || Number(index) > 8 ? "light" : "dark";
}

function describePlace(): Place {
  const { PATH = "", SKILLWRIGHT_HOME, XDG_CONFIG_HOME } = process.env;
  const home = toSlashes(homedir());
  const platform: Place["platform"] =
    process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux";
  const configFolder = toSlashes(XDG_CONFIG_HOME || `${home}/.config`);
  const programs = PATH.split(delimiter)
    .filter((folder) => folder !== "")
    .map(toSlashes);
  const systemFolder = systemFolders[platform];
  const command = [process.execPath, process.argv[1] ?? ""].map(toSlashes);
  const known = {
    home,
    configFolder,
    platform,
    systemFolder,
    node: process.versions.node,
    programs,
    command,
  };
  if (!SKILLWRIGHT_HOME) return { ...known, ...platformFolders(home, platform) };
  const dataFolder = toSlashes(resolve(SKILLWRIGHT_HOME));
  return { ...known, dataFolder, cacheFolder: `${dataFolder}/cache` };
}

/** The machine-wide folder, beside the enterprise's skills. */
const systemFolders: Readonly<Record<Place["platform"], string>> = {
  linux: "/etc/skillwright",
  darwin: "/Library/Application Support/Skillwright",
  win32: "C:/ProgramData/Skillwright",
};

/** The platform's data and cache folders; bin/skillwright.mjs uses the same rule for compiled code. */
function platformFolders(
  home: string,
  platform: Place["platform"],
): Pick<Place, "dataFolder" | "cacheFolder"> {
  const { XDG_DATA_HOME, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (platform === "win32") {
    const local = toSlashes(LOCALAPPDATA || `${home}/AppData/Local`);
    return { dataFolder: `${local}/skillwright/data`, cacheFolder: `${local}/skillwright/cache` };
  }
  const isMac = platform === "darwin";
  const data = XDG_DATA_HOME || `${home}/${isMac ? "Library/Application Support" : ".local/share"}`;
  const cache = XDG_CACHE_HOME || `${home}/${isMac ? "Library/Caches" : ".cache"}`;
  return { dataFolder: `${data}/skillwright`, cacheFolder: `${cache}/skillwright` };
}

function toSlashes(path: string): string {
  return process.platform === "win32" ? path.replaceAll("\\", "/") : path;
}

type ReadInput = Io["readInput"];

/** Writes synchronously until everything is out. */
export function writeAtOnce(descriptor: number, text: string | Uint8Array): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

/** Reads standard input synchronously, slightly past `maxBytes` at most; `goOn` reads the rest from a non-blocking pipe. */
async function readAtOnce(maxBytes: number, goOn: ReadInput): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for (let length = 0; length <= maxBytes; ) {
    const chunk = Buffer.allocUnsafe(65_536);
    const count = readChunk(chunk);
    // Another process may have made the pipe non-blocking.
    if (count === undefined) return Buffer.concat([...chunks, await goOn(maxBytes)]);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    length += count;
  }
  return Buffer.concat(chunks);
}

/** Undefined if nothing is available yet. */
function readChunk(chunk: Buffer): number | undefined {
  try {
    return readSync(0, chunk);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EAGAIN") return undefined;
    // Windows reports the end of a pipe like this.
    if (code === "EOF") return 0;
    throw new SkillError(
      "file-unreadable",
      { path: "standard input", reason: String(code) },
      { cause: error },
    );
  }
}
