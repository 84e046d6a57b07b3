import type { Tool } from "@modelcontextprotocol/server";
import type { Gateway } from "../gateway/gateway.ts";
import { mcpLimits } from "../limits.ts";
import { skillTools } from "./skill-tools.ts";

/** One page of tools: the skill tools, then those of other servers by name. The cursor is the last name seen. */
export async function listTools(
  gateway: Gateway | undefined,
  cursor: string | undefined,
): Promise<{ tools: Tool[]; nextCursor?: string }> {
  const known = (await gateway?.tools()) ?? [];
  const others = known
    .map(({ definition }) => definition)
    .filter(({ name }) => cursor === undefined || name > cursor)
    .toSorted((a, b) => Number(a.name > b.name) - Number(a.name < b.name));
  const page = others.slice(0, mcpLimits.toolsPerPage);
  const tools = cursor === undefined ? [...skillTools, ...page] : page;
  const last = page.at(-1);
  return others.length === page.length || last === undefined ? { tools } : { tools, nextCursor: last.name };
}
