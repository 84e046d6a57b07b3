import type { McpAgent, SettingsScope } from "../../agents/agent-settings.ts";
import { pathInProject, readNamedPaths } from "../../agents/named-paths.ts";
import type { McpServer } from "../../agents/plan-mcp.ts";
import { type Invocation, UsageError } from "../../command.ts";
import type { Io } from "../../io.ts";

/** The server's name in the client; agents derive tool names from it. */
export function readServerName(invocation: Invocation): string {
  const name = invocation.option("name") ?? "skillwright";
  if (/^[a-z0-9][\w-]{0,31}$/i.test(name)) return name;
  throw new UsageError("--name has at most 32 letters, digits, - and _, and begins with a letter or digit.");
}

type Serving = {
  readonly agent: McpAgent;
  readonly scope: SettingsScope;
  /** The settings that the server is written to. */
  readonly path: string;
  readonly program: readonly string[];
};

/** The server that the flags describe: this program, or one that runs elsewhere. */
export function readServer(invocation: Invocation, serving: Serving, io: Io): McpServer {
  const { agent, scope, path, program } = serving;
  const elsewhere = readServerElsewhere(invocation, agent);
  if (elsewhere !== undefined) return elsewhere;
  if (invocation.option("token-env") !== undefined) throw new UsageError("--token-env goes with --url.");
  const [command = "", ...script] = program;
  const named = readNamedPaths(invocation, ownFlags, io);
  if (named.some((one) => one.path === path))
    throw new UsageError("--gateway names the file that the server is written to: it would start itself.");
  const args = named.flatMap((one) => [
    `--${one.flag}`,
    scope === "user" ? one.path : `${agent.projectFolder}/${pathInProject(one, { agent, project: io.cwd })}`,
  ]);
  // Not all clients pass it on, and a server without it has another log and other policies.
  const hasHome = scope === "user" && Boolean(io.environment.SKILLWRIGHT_HOME);
  const env = hasHome ? { SKILLWRIGHT_HOME: io.place.dataFolder } : {};
  return { kind: "stdio", command, args: [...script, "mcp", ...args], env };
}

/** Paths of this machine that the server is started with. */
const ownFlags = ["root", "gateway", "policy"] as const;

/** The remote server in the flags; undefined if there is none. */
export function readServerElsewhere(invocation: Invocation, agent: McpAgent): McpServer | undefined {
  const url = invocation.option("url");
  return url === undefined ? undefined : readHttpServer(url, invocation, agent);
}

function readHttpServer(text: string, invocation: Invocation, agent: McpAgent): McpServer {
  const own = ownFlags.find((flag) => invocation.option(flag) !== undefined);
  if (own !== undefined) throw new UsageError(`--${own} goes to the server itself, not with --url.`);
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new UsageError(
      "--url wants an address that begins with http:// or https:// and holds no password.",
    );
  const tokenVariable = invocation.option("token-env");
  if (tokenVariable === undefined) return { kind: "http", url: text };
  if (!/^[a-z_]\w*$/i.test(tokenVariable)) throw new UsageError("--token-env wants the name of a variable.");
  if (agent.variable === undefined)
    throw new UsageError(`${agent.name} cannot send a token from a variable.`);
  if (url.protocol === "http:" && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname))
    throw new UsageError("a token would travel unencrypted; use https://, or an address of this machine.");
  return { kind: "http", url: text, tokenVariable };
}
