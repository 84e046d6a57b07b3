import { SkillError } from "@skillwright/core";
import { compact, isJsonObject, suggest } from "@skillwright/core/text";
import { z } from "zod";
import { gatewayLimits } from "./limits.ts";
import { translateClientKeys } from "./translate-client-keys.ts";

/** Reads the `mcpServers` object of a client's file. Ignores the rest of the file. */
export function readGatewayConfig(text: string, file: string): GatewayConfig {
  const refuse = (reason: string): SkillError => new SkillError("config-invalid", { path: file, reason });
  if (Buffer.byteLength(text) > gatewayLimits.gatewayConfigBytes)
    throw refuse(`it is larger than ${gatewayLimits.gatewayConfigBytes} bytes.`);
  const servers = readServers(text, refuse);
  const entries = Object.entries(servers)
    .filter(([name]) => !isOurs(name))
    .map(([name, server]) => [name, isJsonObject(server) ? translateClientKeys(server) : server] as const)
    .filter(([, server]) => !isDisabled(server));
  if (entries.length > gatewayLimits.gatewayServers)
    throw refuse(
      `at mcpServers: ${entries.length} servers; at most ${gatewayLimits.gatewayServers} can be used at once.`,
    );
  return { file, servers: entries.map(([name, server]) => readServer({ name, server }, refuse)) };
}

type Refuse = (reason: string) => SkillError;

/** Keys of clients that the gateway ignores. None of them restricts a server. */
const foreignKeys = [
  "alwaysAllow",
  "alwaysLoad",
  "authProviderType",
  "autoApprove",
  "description",
  "gallery",
  "icon",
  "name",
  "oauth",
  "trust",
  "version",
];

const words = z.array(z.string());
const shared = {
  disabled: z.boolean().optional(),
  timeout: z
    .number()
    .positive()
    .max(
      gatewayLimits.gatewayCallSecondsMost,
      `expected seconds, at most ${gatewayLimits.gatewayCallSecondsMost}`,
    )
    .default(gatewayLimits.gatewayCallSeconds),
  tools: z.strictObject({ only: words.optional(), except: words.optional() }).default({}),
};
const StdioSchema = z.strictObject({
  ...shared,
  type: z.literal("stdio").optional(),
  command: z.string().min(1),
  args: words.default([]),
  env: z.record(z.string().regex(/^[^=\0]+$/), z.string()).default({}),
  cwd: z.string().min(1).optional(),
});
const HttpSchema = z.strictObject({
  ...shared,
  type: z.enum(["http", "streamable-http"]).optional(),
  url: z.string().min(1),
  headers: z.record(z.string(), z.string()).default({}),
});

function readServers(text: string, refuse: Refuse): Readonly<Record<string, unknown>> {
  const value = parse(text, refuse);
  // VS Code calls it `servers`.
  const servers = isJsonObject(value) ? (value.mcpServers ?? value.servers) : undefined;
  if (isJsonObject(servers)) return servers;
  throw refuse('expected an object with "mcpServers", an object with one entry for each server.');
}

/** The parser's message quotes the text, which may hold secrets, so report only the position. */
function parse(text: string, refuse: Refuse): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const [place] = /line \d+ column \d+/.exec(String(error)) ?? [];
    throw refuse(
      `it is not JSON${place === undefined ? "" : ` (${place})`}. Comments are not allowed in it.`,
    );
  }
}

/**
 * The name that we are registered by. In a client's own file it is most likely this server, which would start
 * itself endlessly; and tools under this name are trusted to be ours.
 */
function isOurs(name: string): boolean {
  return name.toLowerCase() === "skillwright";
}

function isDisabled(server: unknown): boolean {
  return isJsonObject(server) && server.disabled === true;
}

function readServer(
  { name, server }: { readonly name: string; readonly server: unknown },
  refuse: Refuse,
): ServerConfig {
  const place = `mcpServers.${name}`;
  // With `__` inside or `_` at the end, `a__b` and `c` would give the same name as `a` and `b__c`.
  if (!/^[A-Za-z0-9_-]+$/.test(name) || name.includes("__") || name.endsWith("_"))
    throw refuse(
      `at ${place}: a server's name may contain letters, digits, "-" and single "_" inside; rename it.`,
    );
  if (name.length > gatewayLimits.gatewayServerName)
    throw refuse(
      `at ${place}: a server's name may have at most ${gatewayLimits.gatewayServerName} characters.`,
    );
  if (!isJsonObject(server)) throw refuse(`at ${place}: expected an object.`);
  if (server.type === "sse")
    throw refuse(
      `at ${place}.type: the old "sse" transport is not supported; give the server's streamable HTTP address and "type": "http".`,
    );
  if (server.command === undefined && server.url === undefined)
    throw refuse(`at ${place}: expected "command" or "url".`);
  const own = Object.fromEntries(Object.entries(server).filter(([key]) => !foreignKeys.includes(key)));
  const schema = server.url === undefined ? StdioSchema : HttpSchema;
  const read = schema.safeParse(own);
  if (!read.success) throw refuse(describeIssue(read.error, { place, settings: Object.keys(schema.shape) }));
  return toServer(name, read.data);
}

function toServer(
  name: string,
  data: z.infer<typeof StdioSchema> | z.infer<typeof HttpSchema>,
): ServerConfig {
  const { only, except } = data.tools;
  const tools = compact({ only, except });
  const about = { name, timeout: data.timeout, tools };
  if ("url" in data) return { ...about, connection: { kind: "http", url: data.url, headers: data.headers } };
  const { command, args, env, cwd } = data;
  return { ...about, connection: { kind: "stdio", command, args, env, ...compact({ cwd }) } };
}

type Place = { readonly place: string; readonly settings: readonly string[] };

function describeIssue({ issues: [issue] }: z.ZodError, { place, settings }: Place): string {
  const at = [place, ...(issue?.path ?? []).map(String)].join(".");
  if (issue?.code !== "unrecognized_keys") return `at ${at}: ${issue?.message ?? "invalid"}.`;
  const [key = ""] = issue.keys;
  const near = suggest(key, settings);
  return `at ${at}.${key}: unknown setting.${near === undefined ? "" : ` Did you mean ${near}?`}`;
}

/** The servers behind a gateway, from a client's `mcpServers`. */
export type GatewayConfig = {
  /** The file it was read from, for messages. */
  readonly file: string;
  readonly servers: readonly ServerConfig[];
};

export type ServerConfig = {
  readonly name: string;
  /** Seconds that one call may take without progress. */
  readonly timeout: number;
  /** Which tools to offer, by the server's own names; all by default. */
  readonly tools: { readonly only?: readonly string[]; readonly except?: readonly string[] };
  readonly connection: StdioServer | HttpServer;
};

export type StdioServer = {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
};

export type HttpServer = {
  readonly kind: "http";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
};
