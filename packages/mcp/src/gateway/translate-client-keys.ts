import { compact, isJsonObject, type JsonObject } from "@skillwright/core/text";
import { gatewayLimits } from "./limits.ts";

/**
 * Translates a server of Copilot, Gemini CLI, Windsurf, VS Code or opencode to our keys. Honors everything that
 * removes tools; keeps unknown keys, which the reader refuses.
 */
export function translateClientKeys(server: JsonObject): JsonObject {
  const { httpUrl, serverUrl, includeTools, excludeTools, disabledTools, enabled, type, timeout, ...rest } =
    server;
  const url = rest.url ?? httpUrl ?? serverUrl;
  const except = [excludeTools, disabledTools].filter((list) => list !== undefined).flat();
  return {
    ...rest,
    ...compact({ url, type: types.get(type) ?? type }),
    ...(enabled === undefined ? {} : { disabled: enabled === false || rest.disabled === true }),
    // Gemini CLI uses milliseconds; such large values cannot be seconds.
    ...(typeof timeout === "number" && timeout > gatewayLimits.gatewayCallSecondsMost
      ? { timeout: timeout / 1000 }
      : compact({ timeout })),
    ...toolsOf(rest.tools, includeTools, except),
  };
}

const types: ReadonlyMap<unknown, string> = new Map([
  ["local", "stdio"],
  ["remote", "http"],
  ["streamableHttp", "http"],
  ["streamable_http", "http"],
]);

/** Copilot's list of tools, in which `*` means all, and Gemini CLI's two lists. */
function toolsOf(tools: unknown, included: unknown, except: readonly unknown[]): JsonObject {
  const listed = Array.isArray(tools) && !tools.includes("*") ? tools : included;
  const own = isJsonObject(tools) ? tools : {};
  const all = {
    ...own,
    ...compact({ only: listed }),
    ...(except.length === 0 ? {} : { except }),
  };
  const isOther = tools !== undefined && !Array.isArray(tools) && !isJsonObject(tools);
  return isOther ? { tools } : { tools: all };
}
