import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type ListenOptions } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../clock.ts";

/** Files for the probe script to go for, and the words that identify a leak. */
export type Bait = {
  readonly hidden: string;
  readonly readable: string;
  readonly writable: string;
  readonly canary: string;
  readonly given: string;
  readonly home: string;
  readonly homeEntries: readonly string[];
};

export function createBait(folder: string): Bait {
  const [hidden, readable, writable] = [
    join(folder, "hidden"),
    join(folder, "readable"),
    join(folder, "writable"),
  ];
  for (const path of [hidden, readable, writable]) mkdirSync(path);
  const canary = `canary-${systemClock.createId()}`;
  const given = `given-${systemClock.createId()}`;
  writeFileSync(join(hidden, "canary"), `${canary}\n`);
  writeFileSync(join(readable, "given"), `${given}\n`);
  const home = homedir();
  return { hidden, readable, writable, canary, given, home, homeEntries: homeEntries(home) };
}

/** What the script wrote, by folder. */
export function readTraces(bait: Bait): {
  readonly hidden: boolean;
  readonly readable: boolean;
  readonly remounted: boolean;
  readonly writable: boolean;
} {
  const { hidden, readable, writable, given } = bait;
  const changed = readFileSync(join(readable, "given"), "utf8") !== `${given}\n`;
  return {
    hidden: existsSync(join(hidden, "written")),
    readable: changed || existsSync(join(readable, "written")),
    remounted: existsSync(join(readable, "remounted")),
    writable: existsSync(join(writable, "written")),
  };
}

/**
 * Entries to look for in the user's home: files, and folders with secrets. Other folders may be visible on
 * purpose: many people have Node or Python below their home.
 */
function homeEntries(home: string): readonly string[] {
  const isSecret = /^\.(ssh|aws|azure|config|docker|gnupg|kube|mozilla|password-store)$/;
  try {
    const entries = readdirSync(home, { withFileTypes: true });
    const wanted = entries.filter((entry) => entry.isFile() || isSecret.test(entry.name));
    return wanted.slice(0, mostHomeEntries).map((entry) => entry.name);
  } catch {
    // Some service users have no home; then there is nothing to hide.
    return [];
  }
}

const mostHomeEntries = 50;

/** A host server that sends nothing and counts connections. */
type Listener = {
  /** Zero for a path. */
  readonly port: number;
  /** Connections so far, including all that the kernel has accepted. */
  count(): Promise<number>;
};

/** Listens on loopback or at a path while the work runs. */
export async function withListener<Result>(
  where: { readonly path: string } | "loopback",
  work: (listener: Listener) => Promise<Result>,
): Promise<Result> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => {}).destroy();
  });
  const options: ListenOptions = where === "loopback" ? { host: "127.0.0.1", port: 0 } : where;
  server.listen(options);
  await once(server, "listening");
  const address = server.address();
  const port = isAddress(address) ? address.port : 0;
  const count = async (): Promise<number> => {
    // The kernel queues connections in order: once ours is through, all earlier ones have been counted.
    const own = where === "loopback" ? connect({ port, host: "127.0.0.1" }) : connect(where);
    // The server sends nothing, so the end of our connection means that the server has seen it.
    await once(own.resume(), "close");
    connections -= 1;
    return connections;
  };
  try {
    return await work({ port, count });
  } finally {
    server.close();
  }
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}
