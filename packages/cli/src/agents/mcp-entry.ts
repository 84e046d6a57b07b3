import type { JsonObject } from "@skillwright/core/text";
import type { HttpServer, StdioServer } from "./agent-settings.ts";

/** The entry that most clients use for a program. */
export function plainStdio({ command, args, env }: StdioServer): JsonObject {
  return { command, args, ...filled("env", env) };
}

/** The variables under a key, or nothing if there are none. */
export function filled(key: string, env: StdioServer["env"]): JsonObject {
  return Object.keys(env).length === 0 ? {} : { [key]: env };
}

/** The header with the token, or nothing if none is needed. */
export function headersOf({ token }: HttpServer): JsonObject {
  return token === undefined ? {} : { headers: { Authorization: token.header } };
}
