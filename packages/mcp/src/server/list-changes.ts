import type { McpServer } from "@modelcontextprotocol/server";
import type { ListChange, SkillServer } from "./skill-server.ts";

/** Notifies clients of changed lists. */
export type ListChanges = {
  /** Notifies this server's client for as long as it is connected. */
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
  // Ignore clients that have just left.
  const ignore = (): void => {};
  if (tools) server.sendToolListChanged().catch(ignore);
  if (prompts) server.sendPromptListChanged().catch(ignore);
  if (resources) server.sendResourceListChanged().catch(ignore);
}
