import { isInside } from "@skillwright/core/discover";
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
  /** The host's PATH, by which the package finds its helpers and we find toolchains. */
  readonly path: string;
  readonly home?: string;
};

/**
 * Runs programs in Anthropic's sandbox: Seatbelt on macOS, bubblewrap on Linux. While a program with a list of hosts runs, no
 * other begins, because the package has one proxy for the whole process.
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
  /** Real paths of everything that the program may see. */
  readonly visible: readonly string[];
  readonly folder: RunFolder;
};

/** The command line of a shell that does the job in the sandbox. `socket` is the way to the proxy, where it has one. */
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

/** What the request shows of a folder that may be written to, by itself and to be read. */
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
