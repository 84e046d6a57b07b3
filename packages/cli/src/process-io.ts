import { createReadStream, fstatSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, resolve } from "node:path";
import { SkillError } from "@skillwright/core";
import { readAtOnce, writeAtOnce } from "./hook-pipes.ts";
import { type HookIo, type Io, type Place, readerLeft, type TerminalTraits } from "./io.ts";

/** The real process as an Io: the one place that reads `process.env`. */
export function createProcessIo(): Io {
  // Node keeps standard output open whatever happens to it; only its errors tell that the reader has left.
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
 * The process as the hook of an agent, or undefined when a person started it. Without Node's streams: to set up the three of them
 * takes longer than to judge a call.
 */
export function createHookIo(): HookIo | undefined {
  if (fstatSync(0).isCharacterDevice()) return undefined;
  return {
    out: async (text) => writeAtOnce(1, text),
    err: async (text) => writeAtOnce(2, text),
    readInput: (maxBytes) => readAtOnce(maxBytes, readInput),
    cwd: toSlashes(process.cwd()),
    environment: process.env,
    place: describePlace(),
  };
}

function write(stream: NodeJS.WriteStream, text: string | Uint8Array): Promise<void> {
  if (stream.destroyed || stream.write(text)) return Promise.resolve();
  // A reader that went away never drains; then the stream closes.
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

/** Whoever stops reading lets go of the source at once, though its next piece may never come. */
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

/** A second Ctrl-C ends the process as usual. */
function listenForInterrupt(): AbortSignal {
  if (interruption !== undefined) return interruption.signal;
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  // The last is what a terminal that is closed sends.
  process.once("SIGINT", stop).once("SIGTERM", stop).once("SIGHUP", stop);
  // Nobody reads any more: `skillwright … | head`.
  process.stdout.once("error", () => controller.abort(readerLeft));
  interruption = controller;
  return controller.signal;
}

async function ask(question: string, signal?: AbortSignal): Promise<string | undefined> {
  if (!process.stdin.isTTY || signal?.aborted) return undefined;
  const { createInterface } = await import("node:readline/promises");
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  // Only the last line is the editor's own: it draws its question anew with every key, which longer ones do not survive.
  const line = question.lastIndexOf("\n") + 1;
  process.stderr.write(question.slice(0, line));
  const leaving = new AbortController();
  // The keyboard is read key by key meanwhile: Ctrl-C arrives here, and nobody gets a signal.
  reader.once("SIGINT", () => {
    interruption?.abort();
    leaving.abort();
  });
  reader.once("close", () => leaving.abort());
  try {
    return await reader.question(question.slice(line), {
      signal: AbortSignal.any([leaving.signal, ...(signal === undefined ? [] : [signal])]),
    });
  } catch (error) {
    // Ctrl-D and Ctrl-C: nobody is there to ask any more.
    if (error instanceof Error && error.name === "AbortError") return undefined;
    throw error;
  } finally {
    reader.close();
  }
}

function describeTerminal(): TerminalTraits {
  const { env, stdout, stderr } = process;
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0";
  const colour = forced || (stdout.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb");
  // A terminal that does not know its size says 0.
  const columns = stdout.columns || Number.parseInt(env.COLUMNS ?? "", 10) || 80;
  const screen = stdout.isTTY === true;
  return {
    screen,
    piped: process.stdin.isTTY !== true,
    colour,
    columns,
    live: stderr.isTTY === true && env.TERM !== "dumb" && !env.CI,
  };
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

/** Beside the folder of skills that an enterprise gives to all users. */
const systemFolders: Readonly<Record<Place["platform"], string>> = {
  linux: "/etc/skillwright",
  darwin: "/Library/Application Support/Skillwright",
  win32: "C:/ProgramData/Skillwright",
};

/** Where each platform keeps what programs write; bin/skillwright.mjs keeps compiled code by the same rule. */
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
