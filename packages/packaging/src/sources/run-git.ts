import { spawn } from "node:child_process";
import { lstatSync, readdirSync } from "node:fs";
import { devNull } from "node:os";
import { SkillError } from "@skillwright/core";
import { mirrorOf } from "../http/safe-url.ts";
import { packagingLimits } from "../limits.ts";

export type GitProgress = {
  readonly phase: string;
  readonly percent: number;
  /** Size of what has arrived, as git says it: `1.20 MiB`. */
  readonly received?: string;
};

export type GitOptions = {
  /** The user's environment: PATH, proxies, the SSH agent, git's own variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly onProgress?: (progress: GitProgress) => void;
  readonly signal?: AbortSignal;
  /** Where repositories are fetched from instead: the start of a URL, and what replaces it. */
  readonly mirrors?: Readonly<Record<string, string>>;
  /** Git may not talk to any server. */
  readonly offline?: boolean;
  readonly timeoutMs?: number;
  /** Bytes that a repository may take on the disk. */
  readonly maxBytes?: number;
};

export type GitCall = {
  readonly arguments: readonly string[];
  /** The working folder, in which only we write. */
  readonly folder: string;
  readonly input?: string | Uint8Array;
  /** The URL that is talked to; decides about protocols. */
  readonly url?: string;
};

export type GitAnswer = { readonly stdout: Buffer; readonly stderr: string; readonly isFailed: boolean };

/**
 * Runs git, which brings the user's credential helpers, SSH keys and proxies. Nothing of a repository runs: no hooks, filters or
 * file-system monitors, no terminal, no other protocols. An unsuccessful git is an answer; not running to its end is an error.
 */
export function runGit(call: GitCall, options: GitOptions): Promise<GitAnswer> {
  const { timeoutMs = packagingLimits.gitMs, signal } = options;
  const { promise, resolve, reject } = Promise.withResolvers<GitAnswer>();
  const isPosix = process.platform !== "win32";
  const child = spawn("git", [...safety(options, call.url), ...call.arguments], {
    cwd: call.folder,
    env: childEnvironment(options, call.url),
    // In a session of its own, ssh cannot ask on the terminal, and everything that git starts can be ended with it.
    detached: isPosix,
    windowsHide: true,
  });
  let fault: SkillError | undefined;
  let isClosed = false;
  const stop = (error: SkillError): void => {
    fault ??= error;
    if (child.pid === undefined || isClosed) return;
    endGroup(isPosix ? -child.pid : child.pid);
  };
  const source = call.url ?? call.folder;
  const unavailable = (reason: string): SkillError =>
    new SkillError("source-unavailable", { source, reason });
  const onAbort = (): void => stop(unavailable("it was canceled"));
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort);
  const timer = setTimeout(() => stop(unavailable(`git took longer than ${timeoutMs} ms`)), timeoutMs);
  const checkSize = (): void => {
    const max = options.maxBytes ?? packagingLimits.gitBytes;
    if (bytesIn(call.folder) > max) stop(unavailable(`it has more than ${max} bytes`));
  };
  const watch = setInterval(checkSize, 200);
  const output = collect(child.stdout, () => stop(unavailable("it has too many files or refs")));
  const messages = readMessages(child.stderr, options.onProgress);
  child.stdin.on("error", () => undefined);
  child.stdin.end(call.input);
  child.on("error", (error) => {
    const program = "git";
    fault ??=
      "code" in error && error.code === "ENOENT"
        ? new SkillError("program-missing", { program }, { cause: error })
        : new SkillError("program-unusable", { program, reason: error.message }, { cause: error });
    finish(1);
  });
  const finish = (code: number | null): void => {
    isClosed = true;
    clearTimeout(timer);
    clearInterval(watch);
    signal?.removeEventListener("abort", onAbort);
    checkSize();
    if (fault) reject(fault);
    else resolve({ stdout: Buffer.concat(output), stderr: messages.text(), isFailed: code !== 0 });
  };
  child.on("close", finish);
  return promise;
}

/** Settings that the repository's and the user's own cannot undo. */
function safety({ mirrors = {} }: GitOptions, url: string | undefined): readonly string[] {
  const settings = [
    `core.hooksPath=${devNull}`,
    "core.fsmonitor=false",
    "core.alternateRefsCommand=",
    "core.protectHFS=true",
    "core.protectNTFS=true",
    "credential.interactive=false",
    "fetch.fsckObjects=true",
    "fetch.fsck.badTimezone=warn",
    "fetch.fsck.missingSpaceBeforeDate=warn",
    "fetch.fsck.zeroPaddedFilemode=warn",
    "fetch.recurseSubmodules=false",
    "fetch.unpackLimit=1",
    "fetch.writeCommitGraph=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "http.lowSpeedLimit=100",
    "http.lowSpeedTime=60",
    "protocol.version=2",
    "transfer.bundleURI=false",
    ...mirrorSettings(mirrors, url),
  ];
  return ["--no-pager", ...settings.flatMap((setting) => ["-c", setting])];
}

/** Git compares texts, in which another host may start with the name of this one, so that it gets one address and its mirror. */
function mirrorSettings(
  mirrors: NonNullable<GitOptions["mirrors"]>,
  url: string | undefined,
): readonly string[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const rows = Object.entries(mirrors).map(([prefix, mirror]) => ({ prefix, mirror }));
  const mirror = mirrorOf(new URL(url), rows);
  return mirror === undefined ? [] : [`url.${mirror.href}.insteadOf=${url}`];
}

/** Variables that would lead git to another repository, for example when a hook runs the command. */
const foreign =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|SHALLOW_FILE|GRAFT_FILE|REPLACE_REF_BASE|CONFIG|EXEC_PATH|TEMPLATE_DIR|TRACE.*|CURL_VERBOSE|DEFAULT_HASH|QUARANTINE_PATH|LITERAL_PATHSPECS|GLOB_PATHSPECS|ICASE_PATHSPECS)$/i;

function childEnvironment(
  { environment, mirrors = {}, offline = false }: GitOptions,
  url: string | undefined,
): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !foreign.test(name));
  const addresses = [url ?? "", ...Object.values(mirrors)];
  const isUsed = (start: string): boolean => addresses.some((address) => address.startsWith(start));
  const protocols = [
    "https",
    "ssh",
    ...(isUsed("file:") ? ["file"] : []),
    ...(isUsed("http:") ? ["http"] : []),
  ];
  return {
    ...Object.fromEntries(kept),
    GIT_ALLOW_PROTOCOL: offline ? "none" : protocols.join(":"),
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GCM_INTERACTIVE: "never",
    LC_ALL: "C",
    LANGUAGE: "C",
  };
}

function endGroup(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** A lower bound while git is writing. */
function bytesIn(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => lstatSync(`${folder}/${name}`, { throwIfNoEntry: false })?.size ?? 0)
      .reduce((sum, size) => sum + size, 0);
  } catch (error) {
    // Git removes temporary folders; the next look sees the rest.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return 0;
    throw error;
  }
}

function collect(stream: NodeJS.ReadableStream, onTooMuch: () => void): readonly Buffer[] {
  const chunks: Buffer[] = [];
  let room: number = packagingLimits.gitListBytes;
  stream.on("data", (chunk: Buffer) => {
    room -= chunk.length;
    if (room < 0) onTooMuch();
    else chunks.push(chunk);
  });
  return chunks;
}

const progressLine = /^(?:remote: )?([A-Z][a-z ]+):\s+(\d{1,3})% \((?:[\d/]+\), ([\d.]+ [KMG]iB))?/;

/** Keeps the end of what git says and passes its percentages on. */
function readMessages(
  stream: NodeJS.ReadableStream,
  onProgress: GitOptions["onProgress"],
): { text(): string } {
  let kept = "";
  stream.on("data", (chunk: Buffer) => {
    const lines = chunk.toString("utf8").split(/[\r\n]+/);
    for (const line of lines) {
      const [, phase, percent, received] = progressLine.exec(line) ?? [];
      if (phase !== undefined)
        onProgress?.({ phase, percent: Number(percent), ...(received !== undefined && { received }) });
      else kept = `${kept}${line}\n`.slice(-16_384);
    }
  });
  return { text: () => kept };
}
