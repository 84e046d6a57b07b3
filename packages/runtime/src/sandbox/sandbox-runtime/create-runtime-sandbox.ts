import { isInside } from "@skillwright/core/path";
import { runProcess } from "../run-process.ts";
import type { RunRequest, RunResult, Sandbox } from "../sandbox.ts";
import { inTurn } from "./in-turn.ts";
import { launcherText } from "./launcher-text.ts";
import { quoteWord } from "./quote-word.ts";
import { requireProgram } from "./require-program.ts";
import { createRunFolder, type RunFolder } from "./run-folder.ts";
import { runWrapped } from "./run-wrapped.ts";
import { runtimeAccess } from "./runtime-access.ts";
import { claim, type SandboxRuntime } from "./sandbox-runtime.ts";
import { visiblePlaces } from "./visible-places.ts";
import { withProxy } from "./with-proxy.ts";

export type RuntimeSandboxOptions = {
  readonly runtime: SandboxRuntime;
  readonly isMac: boolean;
  /** The host's PATH, used by the package to find its helpers and by us to find toolchains. */
  readonly path: string;
  readonly home?: string;
};

/**
 * Runs programs in Anthropic's sandbox: Seatbelt on macOS, bubblewrap on Linux. While a program with a host
 * list runs, no other starts, because the package has one proxy per process.
 */
export function createRuntimeSandbox(options: RuntimeSandboxOptions): Sandbox {
  return { name: "sandbox-runtime", confines: true, run: (request) => run(request, options) };
}

async function run(request: RunRequest, options: RuntimeSandboxOptions): Promise<RunResult> {
  if (request.signal?.aborted) return runProcess(request);
  const visible = visiblePlaces(request, options);
  requireProgram(request, visible);
  const folder = createRunFolder();
  const job: Job = { request, options, visible, folder };
  try {
    folder.write(launcherText(request, { temporary: folder.temporary, isMac: options.isMac }));
    if (typeof request.network === "string") return await start(await inTurn(() => wrap(job)), job);
    const { hosts } = request.network;
    const proxy = { hosts, runtime: options.runtime, onDecision: request.onConnection ?? (() => {}) };
    return await inTurn(() => withProxy(proxy, async (socket) => start(await wrap(job, socket), job)));
  } finally {
    folder.remove();
  }
}

type Job = {
  readonly request: RunRequest;
  readonly options: RuntimeSandboxOptions;
  /** Real paths of everything the program may see. */
  readonly visible: readonly string[];
  readonly folder: RunFolder;
};

/** The shell command that runs the job in the sandbox. `socket` leads to the proxy, if any. */
function wrap({ request, options, visible, folder }: Job, socket?: string): Promise<string> {
  if (typeof request.network === "string") claim(options.runtime);
  const access = runtimeAccess({
    readable: [...visible, folder.launcher, ...(socket === undefined ? [] : [socket])],
    writable: [...request.writable, folder.temporary],
    sealed: sealedIn(request),
    network: request.network,
  });
  return options.runtime.wrapWithSandbox(`exec /bin/sh ${quoteWord(folder.launcher)}`, "/bin/sh", access);
}

/** Paths inside writable folders that the request lists as readable only. */
function sealedIn({ readable, writable }: RunRequest): readonly string[] {
  return readable.filter(
    (path) => !writable.includes(path) && writable.some((folder) => isInside(folder, path)),
  );
}

async function start(line: string, { request, options, folder }: Job): Promise<RunResult> {
  try {
    return await runWrapped(request, {
      line,
      mark: folder.launcher,
      temporary: folder.temporary,
      path: options.path,
      isMac: options.isMac,
    });
  } finally {
    options.runtime.cleanupAfterCommand();
  }
}
