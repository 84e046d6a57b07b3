import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { printable } from "@skillwright/core/text";
import { runtimeLimits } from "@skillwright/runtime";
import { sandboxLimits } from "@skillwright/runtime/sandbox";
import { answerReportRequest } from "./answer-report-request.ts";
import { reportLimits } from "./limits.ts";
import { readWorkspace } from "./read-workspace.ts";
import type { EvalReportData } from "./report-data.ts";
import { type NewFeedback, saveFeedback } from "./save-feedback.ts";
import { toReportPage } from "./to-report-page.ts";

export type ServeReportOptions = {
  /** An iteration or a workspace. */
  readonly folder: string;
  /** Any free port by default. */
  readonly port?: number;
  /** Idle time after which the server stops; `reportLimits.reportIdleMs` by default. */
  readonly idleMs?: number;
};

export type ReportHost = {
  readonly fs: FileSystem;
  /** Milliseconds since 1970. */
  today(): number;
  /** Stops the server. */
  readonly signal: AbortSignal;
  /** Called with internal errors that the page cannot show. */
  readonly onTrouble?: (message: string) => void;
};

export type ServedReport = {
  /** Contains a secret token; requests without it are refused. */
  readonly url: string;
  /** Resolves with the reason when the server has stopped; never rejects. */
  readonly ended: Promise<ReportEnd>;
  close(): Promise<void>;
};

/** `finished`: the reader is done. `idle`: no activity for a while. `aborted`: on the signal. */
type ReportEnd = "finished" | "idle" | "aborted" | "closed";

/** Serves the report on the loopback interface, and saves feedback to `feedback.json` as the reader types. */
export async function serveReport(options: ServeReportOptions, host: ReportHost): Promise<ServedReport> {
  const path = `/${randomBytes(24).toString("base64url")}/`;
  // Read before listening, so that a folder without results fails at once.
  const pages = createReportPages(options.folder, { path, fs: host.fs, today: () => host.today() });
  const server = createServer({ maxHeaderSize: sandboxLimits.networkHeaderBytes });
  const port = await start(server, options.port ?? 0);
  const ended = Promise.withResolvers<ReportEnd>();
  const idle = createIdleTimer(options.idleMs ?? reportLimits.reportIdleMs, () => ended.resolve("idle"));
  const abort = (): void => ended.resolve("aborted");
  server.on("request", (request, response) => {
    idle.restart();
    const names = { path, host: `127.0.0.1:${port}` };
    answerReportRequest({ request, response }, pages, names)
      .then((answered) => answered === "finished" && ended.resolve("finished"))
      .catch((error: unknown) => {
        // A client that disconnects while sending is not an error.
        if (request.complete)
          host.onTrouble?.(printable(error instanceof Error ? error.message : String(error)));
        response.destroy();
      });
  });
  host.signal.addEventListener("abort", abort, { once: true });
  if (host.signal.aborted) abort();
  const stopped = ended.promise.then(async (reason) => {
    idle.stop();
    host.signal.removeEventListener("abort", abort);
    await stop(server);
    return reason;
  });
  return {
    url: `http://127.0.0.1:${port}${path}`,
    ended: stopped,
    close: async () => {
      ended.resolve("closed");
      await stopped;
    },
  };
}

async function start(server: Server, port: number): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch((error) => {
    const reason = `cannot listen on port ${port} of this machine (${error.code ?? error.message})`;
    throw new SkillError("option-invalid", { name: "port", reason }, { cause: error });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The listening server has no port.");
  return address.port;
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  // Browsers keep idle connections open; the last response has been sent already.
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), runtimeLimits.stopGraceMs);
  await closed;
  clearTimeout(late);
}

function createIdleTimer(ms: number, act: () => void): { restart(): void; stop(): void } {
  let timer = setTimeout(act, ms);
  return {
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(act, ms);
    },
    stop: () => clearTimeout(timer),
  };
}

/** A served report: its current page, and a way to save feedback. */
export type ReportPages = {
  page(): string;
  /** The valid feedback ids. */
  readonly abouts: ReadonlySet<string>;
  save(feedback: NewFeedback): void;
};

type PagesHost = {
  /** The path of the page, ending in `/`. */
  readonly path: string;
  readonly fs: FileSystem;
  today(): number;
};

/** Reads the folder now and again for every page view, always of the same iteration. */
function createReportPages(folder: string, { path, fs, today }: PagesHost): ReportPages {
  let data = readWorkspace(fs, folder);
  const own = data.folder;
  return {
    page: () => {
      data = readWorkspace(fs, own);
      return toReportPage(data, { server: { path } });
    },
    get abouts() {
      return aboutsOf(data);
    },
    save: (feedback) =>
      saveFeedback(fs, feedback, {
        folder: own,
        dialect: data.dialect,
        now: new Date(today()).toISOString(),
      }),
  };
}

function aboutsOf({ evals, feedback }: EvalReportData): ReadonlySet<string> {
  const shown = evals.flatMap(({ about, runs }) => [about, ...runs.map((run) => run.about)]);
  return new Set([...shown, ...feedback.reviews.map(({ about }) => about)]);
}
