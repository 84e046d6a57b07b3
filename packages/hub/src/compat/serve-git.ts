import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { devNull } from "node:os";
import { PassThrough, pipeline, Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { Refusal } from "../http/refusal.ts";
import { hubLimits } from "../limits.ts";
import { createGitSlots, type SlotLimits } from "./git-slots.ts";

type GitRequest = {
  /** A bare repository of the hub's own cache. */
  readonly repository: string;
  /** What the client wants; absent if it asks which refs there are. */
  readonly input?: Uint8Array;
  /** The header `Git-Protocol`. */
  readonly protocol: string | null;
  /** Who asks: limits count by it. */
  readonly client: string;
};

/** Answers git's clients with `git upload-pack`, a few at a time. Reading is all that it can do. */
export type ServeGit = (request: GitRequest) => Promise<Response>;

type GitLimits = SlotLimits & {
  /** Milliseconds that a program may take, and that a client may read nothing of its answer. */
  readonly allMs: number;
  readonly stallMs: number;
};

export function createServeGit(limits: GitLimits = hubLimits.git): ServeGit {
  const slots = createGitSlots(limits);
  return async ({ repository, input, protocol, client }) => {
    const giveBack = await slots.take(client);
    // The header goes into the environment of a program, so only known values do.
    const isNewer = protocol === "version=2";
    const words = ["--stateless-rpc", ...(input === undefined ? ["--advertise-refs"] : []), repository];
    const child = spawn("git", [...settings, "upload-pack", ...words], {
      env: {
        ...{ PATH: process.env.PATH, HOME: devNull, LC_ALL: "C" },
        ...{ GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: devNull, GIT_NO_LAZY_FETCH: "1" },
        ...(isNewer && { GIT_PROTOCOL: "version=2" }),
      },
    });
    const stop = (): void => {
      child.kill("SIGKILL");
      child.stdout.destroy();
    };
    const timer = setTimeout(stop, limits.allMs);
    const stall = setTimeout(stop, limits.stallMs);
    const output = new PassThrough();
    // Data flows only as fast as the client reads.
    child.stdout.on("data", () => stall.refresh());
    pipeline(child.stdout, output, () => undefined);
    // Not `close`, which waits until the client has read everything.
    for (const event of ["exit", "error"])
      child.once(event, () => {
        for (const one of [timer, stall]) clearTimeout(one);
        giveBack();
      });
    child.stderr.resume();
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    await started(child);
    const what = input === undefined ? "advertisement" : "result";
    const body = input === undefined ? await advertise(output, isNewer) : Readable.toWeb(output);
    return new Response(body as ConstructorParameters<typeof Response>[0], {
      headers: {
        "content-type": `application/x-git-upload-pack-${what}`,
        "cache-control": "no-store",
      },
    });
  };
}

const settings = ["-c", `core.hooksPath=${devNull}`, "-c", "uploadpack.allowFilter=false"];

async function started(child: ChildProcessWithoutNullStreams): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", () => reject(new Refusal("UNAVAILABLE", "The hub cannot run git.")));
  });
}

/** Clients of the older protocol expect a line before the refs. */
async function advertise(output: Readable, isNewer: boolean): Promise<Buffer> {
  const parts = await output.toArray();
  const line = "# service=git-upload-pack\n";
  const head = `${(line.length + 4).toString(16).padStart(4, "0")}${line}0000`;
  return Buffer.concat([Buffer.from(isNewer ? "" : head), ...parts]);
}

/** Git compresses longer requests. */
export function readGitRequest(body: Uint8Array, encoding: string | null): Uint8Array {
  if (encoding === null || encoding === "identity") return body;
  if (encoding !== "gzip" && encoding !== "x-gzip")
    throw new Refusal("INVALID_REQUEST", "The request is compressed in an unknown way.");
  try {
    return gunzipSync(body, { maxOutputLength: hubLimits.gitRequestBytes });
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal("TOO_LARGE", "The request is too large.");
    throw new Refusal("INVALID_REQUEST", "The request is damaged.");
  }
}
