import { randomBytes } from "node:crypto";
import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
} from "@modelcontextprotocol/server";
import { SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { formatError, SkillError } from "@skillwright/core";
import type { Catalog } from "@skillwright/core/catalog";
import type { FileSystem } from "@skillwright/core/discover";
import type { InstalledCheck } from "@skillwright/core/installed";
import { type Clock, followLease, type LeaseGuard, offerPermitted, systemClock } from "@skillwright/runtime";
import { createConversations, type OpenSession } from "../conversations/conversations.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { mcpLimits } from "../limits.ts";
import { createSkillSource } from "../skills/create-skill-source.ts";
import { serveCompletions } from "./serve-completions.ts";
import { servePrompts } from "./serve-prompts.ts";
import { createStateCodec, type HeldCall, serveTools } from "./serve-tools.ts";

import type { ListChange, SkillServer } from "./skill-server.ts";

export type SkillServerOptions = {
  readonly catalog: Catalog;
  /** The file system that holds the skills. */
  readonly fs: FileSystem;
  /** Opens the session of a conversation; it must ask people only through the given approver. */
  readonly openSession: OpenSession;
  /** Other servers whose tools to offer too, restricted by active skills. */
  readonly gateway?: Gateway;
  /** Version of the serving program. */
  readonly version: string;
  readonly clock?: Clock;
  /** Refuses files of skills that are not what was installed; sessions refuse to activate them by themselves. */
  readonly checkInstalled?: InstalledCheck | undefined;
  /** Leaves out, and refuses, what the organization's hub does not permit; sessions need the same one. */
  readonly lease?: LeaseGuard;
  /** Called for skills that cannot be served, with the reason. */
  readonly onWarning?: (warning: { readonly path: string; readonly message: string }) => void;
  /** Called for internal errors; callers only learn that there was one. */
  readonly onFault?: (error: unknown) => void;
};

/**
 * Serves the skills of a catalog, to any number of clients at once.
 *
 * @example
 * const server = await createSkillServer({ catalog, fs, version: "1.0.0", openSession: (host) => createSession({ catalog, ...host }) });
 * await serveStdio(server, { input: process.stdin, output: process.stdout });
 */
export async function createSkillServer(options: SkillServerOptions): Promise<SkillServer> {
  const { gateway, lease, openSession, clock = systemClock, onFault = () => {} } = options;
  const catalog = lease === undefined ? options.catalog : offerPermitted(options.catalog, lease);
  const { onWarning = () => {} } = options;
  const conversations = createConversations(openSession, clock, onFault);
  const serving = {
    conversations,
    ...{ catalog, activated: options.catalog },
    fail: hideInternalErrors(onFault),
    ...(gateway ? { gateway } : {}),
  };
  const changes = createListChanges();
  let instructions = await describeSkills(catalog);
  const renew = async (): Promise<void> => {
    instructions = await describeSkills(catalog);
    changes.tell({ tools: false, prompts: true, resources: true });
  };
  const stopWatching = watch(catalog, () => void renew().catch(onFault));
  const stopFollowing = followHub(options, () => void renew().catch(onFault));
  const stopListening = gateway?.onChange(() =>
    changes.tell({ tools: true, prompts: false, resources: false }),
  );
  const source = createSkillSource({
    ...{ catalog, fs: options.fs, onWarning },
    checkInstalled: options.checkInstalled,
    isGoverned: () => lease?.screen() !== undefined,
  });
  const skills = new SkillsExtension({ source, onWarning });
  // Specific to this process: its questions cannot be answered after it ended.
  const key = randomBytes(32);
  return {
    createServer: (peer) => {
      const state = createStateCodec(key, peer);
      const mcp = createMcpServer({ version: options.version, instructions, state });
      skills.attach(mcp);
      serveTools(mcp, { ...serving, peer, state });
      servePrompts(mcp, { ...serving, peer });
      serveCompletions(mcp, { ...serving, addresses: source.addresses });
      // Others live for one request; the transport notifies their clients.
      if (peer.connected === true) changes.add(mcp);
      return mcp;
    },
    onChange: changes.listen,
    endConversation: conversations.end,
    close: async () => {
      stopWatching();
      stopFollowing();
      stopListening?.();
      await conversations.close();
    },
  };
}

type Making = {
  readonly version: string;
  readonly instructions: string;
  readonly state: RequestStateCodec<HeldCall>;
};

function createMcpServer({ version, instructions, state }: Making): McpServer {
  const listChanged = { listChanged: true };
  return new McpServer(
    { name: "skillwright", title: "Skillwright", version },
    {
      capabilities: { tools: listChanged, prompts: listChanged, resources: listChanged, completions: {} },
      instructions,
      requestState: { verify: state.verify },
    },
  );
}

/** Instructions for the model before it calls anything; under a kilobyte of skills, however many there are. */
async function describeSkills(catalog: Catalog): Promise<string> {
  const { text } = await catalog.listing({
    placement: "system",
    format: "bullets",
    budget: { bytes: mcpLimits.instructionBytes },
    skillTool: "skills_load",
    searchTool: "skills_search",
  });
  return text;
}

/** A catalog that cannot be watched is served without updates. */
function watch(catalog: Catalog, listener: () => void): () => void {
  try {
    return catalog.watch(listener);
  } catch (error) {
    if (error instanceof SkillError && error.code === "watch-unavailable") return () => {};
    throw error;
  }
}

/** A new state of the hub deploys and withholds skills; the folder of deployed ones is a link that now leads elsewhere. */
function followHub({ lease, catalog }: SkillServerOptions, listener: () => void): () => void {
  if (lease === undefined) return () => {};
  return followLease(lease, () => {
    catalog.refresh();
    listener();
  });
}

/** Notifies clients of changed lists. */
type ListChanges = {
  /** Notifies this server's client for as long as it is connected. */
  add(mcp: McpServer): void;
  listen: SkillServer["onChange"];
  tell(change: ListChange): void;
};

function createListChanges(): ListChanges {
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

/**
 * Converts a failure to what a client may see: a message made for people, or a generic one. The SDK would send
 * the message of any error, with whatever it contains.
 */
export function hideInternalErrors(onFault: (error: unknown) => void): (error: unknown) => never {
  return (error) => {
    if (error instanceof ProtocolError) throw error;
    if (error instanceof SkillError)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, formatError(error));
    onFault(error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, "Internal server error.");
  };
}
