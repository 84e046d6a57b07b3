import { Readable, Writable } from "node:stream";
import { createInstalledCheck } from "@skillwright/core/installed";
import { nodeSha256 } from "@skillwright/core/node";
import { compact, printable } from "@skillwright/core/text";
import {
  createSkillServer,
  type Gateway,
  gatewayLimits,
  openGateway,
  readGatewayConfig,
  type SkillServer,
  serveStdio,
} from "@skillwright/mcp";
import { createJsonlSink, createSession } from "@skillwright/runtime";
import { finishCatalog } from "../../catalog/findings.ts";
import { type OpenedCatalog, openSkills } from "../../catalog/open-catalog.ts";
import type { Invocation } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import { readTextFile } from "../../input/read-files.ts";
import type { Io } from "../../io.ts";
import { readVersion } from "../../own-package.ts";
import { openPolicies } from "../../session/open-policies.ts";
import { openSandboxOrNone } from "../../session/open-sandbox.ts";
import { readNetworkAccess, readSandboxChoice } from "../../session/program-access.ts";
import { auditFile, secretValues, userSession } from "../../session/user-session.ts";
import { countOf } from "../../terminal/text-width.ts";
import { readHttpRequest, serveOverHttp } from "./http.ts";

/** Serves the skills of this machine until the client leaves, or the user wants no more. */
export async function serveMcp(invocation: Invocation, io: Io): Promise<number> {
  const http = readHttpRequest(invocation, io);
  const gateway = openOtherServers(invocation, io);
  try {
    const opened = await openSkills(invocation, io, { lasting: true });
    const { server, close } = await openServer({ invocation, opened, gateway }, io);
    try {
      if (http !== undefined) return await serveOverHttp(server, http, io);
      await serveOverStdio(server, opened, io);
      return exitCode.ok;
    } finally {
      await close();
    }
  } finally {
    await gateway?.close();
  }
}

function openOtherServers(invocation: Invocation, io: Io): Gateway | undefined {
  const file = invocation.option("gateway");
  if (file === undefined) return undefined;
  const path = absolutePath(file, io.cwd, io.place.home);
  return openGateway(readGatewayConfig(readTextFile(path, gatewayLimits.gatewayConfigBytes), path), {
    // The variables in which Cursor and VS Code pass their working folder.
    environment: { workspaceFolder: io.cwd, ...io.environment },
    cwd: io.cwd,
    version: readVersion(),
    onTrouble: (message) => tell(message, io),
  });
}

type Serving = {
  readonly invocation: Invocation;
  readonly opened: OpenedCatalog;
  readonly gateway: Gateway | undefined;
};

async function openServer(
  { invocation, opened, gateway }: Serving,
  io: Io,
): Promise<{ readonly server: SkillServer; close(): Promise<void> }> {
  const network = await readNetworkAccess(invocation);
  const policies = await openPolicies(invocation, io);
  const quiet = invocation.flag("quiet");
  const sandbox = await openSandboxOrNone(readSandboxChoice(invocation), { quiet }, io);
  if (!quiet) await finishCatalog(opened, invocation, io);
  const audit = createJsonlSink({ path: auditFile(io) });
  const options = {
    ...userSession(opened, policies, io),
    ...compact({ sandbox }),
    secrets: [...secretValues(io.environment), ...(gateway?.secrets ?? [])],
    skillTools: { scripts: { network } },
    // The client's agent starts its own, and its programs would run outside of the sandbox.
    forks: "host",
    access: "tools",
    audit,
  } as const;
  const server = await createSkillServer({
    catalog: opened.catalog,
    fs: opened.fs,
    ...compact({ lease: options.lease }),
    version: readVersion(),
    checkInstalled: createInstalledCheck(
      policies.flatMap(({ install }) => install ?? []),
      { fs: opened.fs, sha256: nodeSha256, ...options.installed },
    ),
    openSession: (host) => createSession({ ...options, ...host }),
    ...compact({ gateway }),
    onFault: (error) => tell(`a fault of Skillwright's own: ${error}`, io),
    onWarning: ({ path, message }) => {
      if (invocation.flag("verbose")) tell(`${path}: ${message}`, io);
    },
  });
  return {
    server,
    close: async () => {
      await server.close();
      await audit.close();
    },
  };
}

/** Standard output belongs to the protocol, so everything else goes to standard error, which clients keep in a log. */
function tell(message: string, io: Io): void {
  void io.err(`note: ${printable(message)}\n`);
}

async function serveOverStdio(server: SkillServer, { catalog }: OpenedCatalog, io: Io): Promise<void> {
  const count = catalog.list().skills.filter(({ enabled }) => enabled).length;
  if (!io.terminal.piped)
    await io.err(
      `Serving ${countOf(count, "skill")} over MCP and waiting for a client on standard input. Agents start this command themselves:\nrun \`skillwright mcp install --agent NAME\` to register it. Press Ctrl-C to stop.\n`,
    );
  const input = Readable.from(io.stream(undefined), { objectMode: false });
  await serveStdio(server, {
    input,
    output: new Writable({
      write: (chunk: Uint8Array, _, done) => void io.out(chunk).then(() => done(), done),
    }),
    signal: io.signal(),
    onTrouble: (message) => tell(message, io),
  });
  // The input may still be open and would keep the process alive.
  input.destroy();
}
