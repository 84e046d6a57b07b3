import type { McpServer } from "@modelcontextprotocol/server";
import type { ListChange, SkillServer } from "./skill-server.ts";

/** Tells of changes of what clients list. */
export type ListChanges = {
  /** A server whose client hears of changes as long as it is connected. */
  add(mcp: McpServer): void;
  listen: SkillServer["onChange"];
  tell(change: ListChange): void;
};

export function createListChanges(): ListChanges {
  const live = new Set<McpServer>();
  const listeners = new Set<(change: ListChange) => void>();
  return {
    add: (mcp) => {
      live.add(mcp);
      mcp.server.onclose = () => live.delete(mcp);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (change) => {
      for (const mcp of live) if (mcp.isConnected()) tellClient(mcp, change);
      for (const listener of listeners) listener(change);
    },
  };
}

function tellClient({ server }: McpServer, { tools, prompts, resources }: ListChange): void {
  // A client that has just left need not hear of it.
  const ignore = (): void => {};
  if (tools) server.sendToolListChanged().catch(ignore);
  if (prompts) server.sendPromptListChanged().catch(ignore);
  if (resources) server.sendResourceListChanged().catch(ignore);
}
