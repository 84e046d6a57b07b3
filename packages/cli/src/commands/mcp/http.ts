import { randomBytes } from "node:crypto";
import { SkillError } from "@skillwright/core";
import { compact, printable } from "@skillwright/core/text";
import { type AccessToken, type HttpOptions, type SkillServer, serveHttp } from "@skillwright/mcp";
import { type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import { readTextFile } from "../../input/read-files.ts";
import type { Io } from "../../io.ts";
import { cliLimits } from "../../limits.ts";

/** The options of `mcp --http`. */
export type HttpRequest = {
  readonly options: HttpOptions;
  /** The token generated for this run if the user has set none. */
  readonly madeUp: string | undefined;
  readonly json: boolean;
};

/** Undefined for a server on standard input and output. */
export function readHttpRequest(invocation: Invocation, io: Io): HttpRequest | undefined {
  if (!invocation.flag("http")) return refuseIdle(invocation);
  const tokens = readTokens(invocation, io);
  const madeUp = tokens.length === 0 ? randomBytes(24).toString("base64url") : undefined;
  const host = invocation.option("host");
  return {
    options: {
      tokens: madeUp === undefined ? tokens : [{ user: userName(io), secret: madeUp }],
      port: readPort(invocation.option("port")),
      ...compact({ host }),
      allowedHosts: invocation.options("public-host"),
      allowedOrigins: invocation.options("origin"),
    },
    madeUp,
    json: invocation.flag("json"),
  };
}

function refuseIdle(invocation: Invocation): undefined {
  const idle = ["port", "host", "public-host", "origin", "tokens"].find(
    (name) => invocation.option(name) !== undefined,
  );
  if (idle !== undefined) throw new UsageError(`--${idle} goes with --http.`);
  if (invocation.flag("json"))
    throw new UsageError("--json goes with --http; over standard output only MCP is spoken.");
  return undefined;
}

function readPort(text = "0"): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port is a number from 0 to 65535; found '${printable(text)}'.`);
}

function readTokens(invocation: Invocation, io: Io): readonly AccessToken[] {
  const set = io.environment.SKILLWRIGHT_MCP_TOKEN;
  const own = set === undefined || set === "" ? [] : [{ user: userName(io), secret: set }];
  const file = invocation.option("tokens");
  return file === undefined ? own : [...own, ...readTokenFile(absolutePath(file, io.cwd, io.place.home))];
}

/** A line `NAME SECRET` for each user. Errors never quote a line, since it may contain the secret. */
function readTokenFile(path: string): readonly AccessToken[] {
  const lines = readTextFile(path, cliLimits.tokenFileBytes).split(/\r?\n/);
  const tokens = lines.flatMap((line, index) => {
    if (line.trim() === "" || line.startsWith("#")) return [];
    const [user, secret, more] = line.trim().split(/\s+/);
    if (user !== undefined && secret !== undefined && more === undefined) return [{ user, secret }];
    const reason = `line ${index + 1}: expected a name and a secret, with a space between.`;
    throw new SkillError("config-invalid", { path, reason });
  });
  if (tokens.length > 0) return tokens;
  throw new SkillError("config-invalid", {
    path,
    reason: "it contains no tokens, so no client could connect.",
  });
}

function userName({ environment }: Io): string {
  return environment.USER ?? environment.LOGNAME ?? "user";
}

/** Serves until the user wants no more. */
export async function serveOverHttp(
  server: SkillServer,
  { options, madeUp, json }: HttpRequest,
  io: Io,
): Promise<number> {
  const ending = io.signal();
  const endpoint = await serveHttp(server, {
    ...options,
    onTrouble: (message) => void io.err(`note: ${printable(message)}\n`),
  });
  try {
    await io.out(json ? toJson(endpoint.url, madeUp) : toText(endpoint.url, madeUp));
    if (!ending.aborted)
      await new Promise((resolve) => ending.addEventListener("abort", resolve, { once: true }));
    // To be ended is how a server ends.
    return exitCode.ok;
  } finally {
    await endpoint.close();
  }
}

function toJson(url: string, madeUp: string | undefined): string {
  return `${JSON.stringify({ version: 1, url, ...compact({ token: madeUp }) })}\n`;
}

function toText(url: string, madeUp: string | undefined): string {
  const token = madeUp === undefined ? "" : `Token for this run: ${madeUp}\n`;
  return `Serving at ${url}\n${token}Every request needs the header \`Authorization: Bearer TOKEN\`. Press Ctrl-C to stop.\n`;
}
