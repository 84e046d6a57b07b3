import { SkillError } from "@skillwright/core";
import type { GatewayConfig, HttpServer, ServerConfig, StdioServer } from "./read-gateway-config.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A server with its variables expanded, and the secrets in it. */
export type FilledServer = ServerConfig & { readonly secrets: readonly string[] };

/** Expands `${NAME}` and `${NAME:-default}` from the environment. Errors name variables, never their values. */
export function fillVariables(config: GatewayConfig, environment: Environment): readonly FilledServer[] {
  return config.servers.map((server) => {
    const secrets = new Set<string>();
    const place = `mcpServers.${server.name}`;
    const refuse = (reason: string): SkillError =>
      new SkillError("config-invalid", { path: config.file, reason: `at ${place}: ${reason}` });
    const fill = (text: string): string =>
      text.replace(variable, (_, name: string, fallback: string | undefined) => {
        const found = environment[name];
        const value = fallback === undefined ? found : found || fallback;
        if (value === undefined)
          throw refuse(`the environment variable ${name} is not set. Set it or write \${${name}:-default}.`);
        if (found) secrets.add(found);
        return value;
      });
    const connection =
      server.connection.kind === "stdio"
        ? fillStdio(server.connection, fill)
        : fillHttp(server.connection, { fill, refuse });
    for (const secret of secretsOf(connection)) secrets.add(secret);
    return { ...server, connection, secrets: [...secrets] };
  });
}

/** Cursor and VS Code write `${env:NAME}` for the same. */
const variable = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

type Fill = (text: string) => string;

function fillStdio({ kind, command, args, env, cwd }: StdioServer, fill: Fill): StdioServer {
  const filled = { kind, command: fill(command), args: args.map(fill), env: fillRecord(env, fill) };
  return { ...filled, ...(cwd !== undefined && { cwd: fill(cwd) }) };
}

function fillHttp(
  { kind, url, headers }: HttpServer,
  { fill, refuse }: { readonly fill: Fill; readonly refuse: (reason: string) => SkillError },
): HttpServer {
  const filled: HttpServer = { kind, url: fill(url), headers: fillRecord(headers, fill) };
  if (!URL.canParse(filled.url) || !/^https?:$/.test(new URL(filled.url).protocol))
    throw refuse("url is not an http or https address.");
  const bad = Object.entries(filled.headers).find(([name, value]) => !isHeader(name, value));
  if (bad) throw refuse(`the header ${bad[0]} has a name or value that HTTP does not allow.`);
  return filled;
}

function fillRecord(record: Readonly<Record<string, string>>, fill: Fill): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, fill(value)]));
}

function isHeader(name: string, value: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

function secretsOf(connection: StdioServer | HttpServer): readonly string[] {
  if (connection.kind === "stdio") return Object.values(connection.env);
  const { username, password, searchParams } = new URL(connection.url);
  const words = Object.values(connection.headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  return [...words, username, password, ...searchParams.values()];
}
