import { createPrivateKey } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { createServer as createPlainServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createAdaptorServer } from "@hono/node-server";
import { createKey, readPrivateKey, readTrustRoot, type TrustRoot } from "@skillwright/packaging";
import { addPerson, createLink } from "./access/people.ts";
import { enterprise } from "./access/permissions.ts";
import { createToken } from "./access/tokens.ts";
import { recordChange } from "./audit/record-change.ts";
import type { HubSettings } from "./config/settings.ts";
import type { HubDatabase } from "./database/database.ts";
import { openPostgres } from "./database/open-postgres.ts";
import { openSqlite } from "./database/open-sqlite.ts";
import { createApp } from "./http/app.ts";
import { createLog } from "./http/log.ts";
import { createMetrics } from "./http/metrics.ts";
import type { Hub, HubKey } from "./hub.ts";
import { hubLimits } from "./limits.ts";
import { createRegistry } from "./registry/registry.ts";
import { routes } from "./routes.ts";
import { createOpenIdClient } from "./sign-in/openid-client.ts";

export type HubOptions = {
  readonly settings: HubSettings;
  /** Holds the database of a hub without PostgreSQL. */
  readonly dataFolder: string;
  readonly now: () => number;
  /** Takes the log's lines. */
  readonly writeLog: (line: string) => void;
};

export type RunningHub = {
  /** The address that people and agents use. */
  readonly url: string;
  /** The address on this machine, which differs behind a proxy. */
  readonly listensAt: string;
  /** The first administrator's token; only when the database was empty. */
  readonly firstToken: string | undefined;
  /** An address that signs the first administrator in, once and within an hour. */
  readonly firstLink: string | undefined;
  /** Lets open requests end, then closes the database. */
  close(): Promise<void>;
};

/** Opens the database, prepares what a first start needs, and serves. */
export async function startHub({ settings, dataFolder, now, writeLog }: HubOptions): Promise<RunningHub> {
  const trustRoot = loadTrustRoot(settings);
  const database = await openDatabase(settings, dataFolder);
  const { key, first } = await prepare(database, now());
  const stop = new AbortController();
  const log = createLog(writeLog, now);
  const registry = createRegistry({ database, trustRoot, cacheFolder: `${dataFolder}/cache` });
  const metrics = createMetrics();
  const { openIdConnect } = settings;
  const hub: Hub = {
    ...{ database, settings, now, key, log, metrics, registry, stopping: stop.signal },
    openId: openIdConnect && createOpenIdClient(openIdConnect),
  };
  const server = createHubServer(hub);
  try {
    await listen(server, settings);
  } catch (error) {
    await database.close();
    throw error;
  }
  const listensAt = addressOf(server, settings);
  const url = settings.publicUrl ?? listensAt;
  log({ level: "info", event: "hub-started", url, database: database.kind });
  return {
    url,
    listensAt,
    firstToken: first?.token,
    firstLink: first && url + first.link,
    close: async () => {
      stop.abort();
      await closeServer(server);
      await database.close();
      log({ level: "info", event: "hub-stopped" });
    },
  };
}

function loadTrustRoot({ trustRoot: path }: HubSettings): TrustRoot | undefined {
  return path === undefined ? undefined : readTrustRoot(readFileSync(path, "utf8"), path);
}

async function openDatabase(settings: HubSettings, dataFolder: string): Promise<HubDatabase> {
  if (settings.database !== undefined) return openPostgres(settings.database);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  return openSqlite(`${dataFolder}/hub.sqlite`);
}

type Prepared = { readonly key: HubKey; readonly first?: { readonly token: string; readonly link: string } };

/** The key and the first administrator, made by whichever hub starts first. */
async function prepare(database: HubDatabase, now: number): Promise<Prepared> {
  return database.write(enterprise, async (transaction) => {
    const stored = await transaction
      .selectFrom("settings")
      .select("value")
      .where("key", "=", "key")
      .executeTakeFirst();
    if (stored !== undefined) return { key: readKey(stored.value) };
    const { privateKey } = createKey();
    await transaction.insertInto("settings").values({ key: "key", value: privateKey }).execute();
    await recordChange(transaction, {
      ...{ tenant: enterprise, actor: "hub", action: "hub-created", subject: "administrator", time: now },
    });
    const person = await addPerson(transaction, { name: "Administrator" }, now);
    await transaction
      .insertInto("memberships")
      .values({ person, tenant: enterprise, team: "", role: "admin", source: null })
      .execute();
    const owned = { person, tenant: enterprise, createdBy: "hub" };
    const { token } = await createToken(
      transaction,
      { ...owned, kind: "personal", name: "first token" },
      now,
    );
    const { link } = await createLink(transaction, { ...owned, lasts: hubLimits.firstLinkMs }, now);
    return { key: readKey(privateKey), first: { token, link } };
  });
}

function readKey(pem: string): HubKey {
  return { id: `key:${readPrivateKey(pem, "hub").id}`, privateKey: createPrivateKey(pem) };
}

function createHubServer(hub: Hub): Server {
  const { tls } = hub.settings;
  const { fetch } = createApp(hub, routes);
  const timeouts = { requestTimeout: hubLimits.requestMs, headersTimeout: 10_000, keepAliveTimeout: 5000 };
  const server =
    tls === undefined
      ? createAdaptorServer({ fetch, createServer: createPlainServer, serverOptions: timeouts })
      : createAdaptorServer({
          fetch,
          createServer: createTlsServer,
          serverOptions: { ...timeouts, cert: readFileSync(tls.certificate), key: readFileSync(tls.key) },
        });
  return server as Server;
}

function listen(server: Server, { host, port }: HubSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
}

function addressOf(server: Server, { host, tls }: HubSettings): string {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return `${tls ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Streams and idle connections do not keep the hub from stopping. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), hubLimits.stopMs);
  await closed;
  clearTimeout(timer);
}
