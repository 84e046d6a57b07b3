import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { Client, type ClientOptions, InMemoryTransport } from "@modelcontextprotocol/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type AuditEvent, createMemorySink } from "@skillwright/core/audit";
import { createNodeFileSystem, openCatalog } from "@skillwright/core/node";
import { compact } from "@skillwright/core/text";
import { createSession, type SessionOptions } from "@skillwright/runtime";
import type { Gateway, GatewayTool } from "../gateway/gateway.ts";
import { createSkillServer, type SkillServerOptions } from "./create-skill-server.ts";
import type { Peer, SkillServer } from "./skill-server.ts";

/** Both protocol versions that clients use. */
export const eras = ["2025-11-25", "2026-07-28"] as const;
export type Era = (typeof eras)[number];

export type TestServer = AsyncDisposable & {
  readonly server: SkillServer;
  readonly folder: string;
  /** Connects a client on its own connection. */
  connect(era: Era, options?: ConnectOptions): Promise<Client>;
  readonly events: readonly AuditEvent[];
};

type ConnectOptions = ClientOptions & { readonly peer?: Peer };

type Settings = Pick<SessionOptions, "policy" | "sandbox" | "lease"> &
  Pick<SkillServerOptions, "gateway" | "clock">;

/** A server on a new folder, with the frontmatter of each SKILL.md by skill name. */
export async function startTestServer(
  skills: Readonly<Record<string, string>>,
  { gateway, clock, ...session }: Settings = {},
): Promise<TestServer> {
  const folder = mkdtempSync(`${tmpdir()}/skillwright-mcp-`);
  for (const [name, frontmatter] of Object.entries(skills)) writeSkill(folder, name, frontmatter);
  const fs = createNodeFileSystem();
  const catalog = openCatalog({ roots: [folder] });
  const audit = createMemorySink();
  const server = await createSkillServer({
    ...{ catalog, fs, version: "0.0.0" },
    openSession: (host) =>
      createSession({
        catalog,
        fs,
        workspace: folder,
        audit,
        forks: "host",
        access: "tools",
        ...session,
        ...host,
      }),
    ...compact({ gateway, clock, lease: session.lease }),
  });
  const open: AsyncDisposable[] = [];
  return {
    server,
    folder,
    connect: async (
      era,
      { peer = { conversation: `test ${open.length}`, connected: true }, ...options } = {},
    ) => {
      const [near, far] = InMemoryTransport.createLinkedPair();
      const handle = serveStdio(() => server.createServer(peer), { transport: far });
      const mode = era === "2026-07-28" ? "auto" : "legacy";
      const client = new Client({ name: "test", version: "0" }, { versionNegotiation: { mode }, ...options });
      open.push({
        [Symbol.asyncDispose]: async () => {
          await client.close();
          await handle.close();
        },
      });
      await client.connect(near);
      return client;
    },
    events: audit.events,
    [Symbol.asyncDispose]: async () => {
      for (const one of open) await one[Symbol.asyncDispose]();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes a skill with this frontmatter and a body that names it. */
export function writeSkill(folder: string, name: string, frontmatter = ""): void {
  mkdirSync(`${folder}/${name}`, { recursive: true });
  const head = `---\nname: ${name}\ndescription: Does ${name} things when asked to.\n${frontmatter}\n---\n`;
  writeFileSync(`${folder}/${name}/SKILL.md`, `${head}\nFollow the way of ${name}.\n`);
}

type TestGateway = Gateway & { readonly ran: string[] };

/** A gateway whose tools return their input. */
export function createTestGateway(names: readonly string[]): TestGateway {
  const ran: string[] = [];
  const tools = names.map((name): GatewayTool => {
    const [server = "", tool = ""] = name.split("__");
    return {
      definition: { name, description: `${tool} of ${server}`, inputSchema: { type: "object" } },
      guardedAs: `mcp__${name}`,
      call: async (input) => {
        ran.push(name);
        return { content: [{ type: "text", text: JSON.stringify(input) }] };
      },
    };
  });
  return {
    ran,
    secrets: [],
    tools: async () => tools,
    find: async (name) => tools.find(({ definition }) => definition.name === name),
    status: () => [],
    onChange: () => () => {},
    close: async () => {},
  };
}
