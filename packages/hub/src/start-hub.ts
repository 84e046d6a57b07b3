import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import { toFileError } from "@skillwright/core/node";
import { createKey, readPrivateKey, readTrustRoot, type TrustRoot } from "@skillwright/packaging";
import { addPerson, createLink } from "./access/people.ts";
import { enterprise } from "./access/permissions.ts";
import { createToken } from "./access/tokens.ts";
import { newestEntries } from "./audit/activity-events.ts";
import { createIngest } from "./audit/ingest.ts";
import { recordChange } from "./audit/record-change.ts";
import { startRetention } from "./audit/retention.ts";
import type { HubSettings } from "./config/settings.ts";
import { loadDashboard } from "./dashboard/dashboard.ts";
import type { HubDatabase } from "./database/database.ts";
import { openDatabase } from "./database/open-database.ts";
import { newestConfirmations } from "./governance/confirmations.ts";
import { createApp } from "./http/app.ts";
import { createLog } from "./http/log.ts";
import { createMetrics } from "./http/metrics.ts";
import { defaultTimeouts, type RunningServer, readTls, serve, type Timeouts } from "./http/serve.ts";
import type { Hub, HubKey } from "./hub.ts";
import { hubLimits } from "./limits.ts";
import { createRegistry } from "./registry/registry.ts";
import { routes } from "./routes.ts";
import { createOpenIdClient } from "./sign-in/openid-client.ts";
import { outdateStates } from "./state/issue-state.ts";
import { keepCurrent } from "./state/keep-current.ts";
import { createStateEvents, type EventOptions } from "./state/state-events.ts";

export type HubOptions = {
  readonly settings: HubSettings;
  /** Holds the database of a hub without PostgreSQL. */
  readonly dataFolder: string;
  readonly now: () => number;
  /** Takes the log's lines. */
  readonly writeLog: (line: string) => void;
  /** Keeps the first administrator's token. If it throws, the database stays empty, and the next start is the first one. */
  readonly saveFirstToken?: (token: string) => void;
  /** Built files of the dashboard; those that come with the hub if absent. */
  readonly dashboardFolder?: string;
  /** Seconds to a minute if absent. */
  readonly timeouts?: Timeouts;
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
export async function startHub(options: HubOptions): Promise<RunningHub> {
  const { settings, dataFolder, now, writeLog, timeouts = defaultTimeouts } = options;
  const { openIdConnect } = settings;
  const [tls, trustRoot] = [readTls(settings), loadTrustRoot(settings)];
  const database = await openDatabase({ settings, dataFolder });
  const stop = new AbortController();
  let server: RunningServer | undefined;
  try {
    // Before the first administrator is created: whoever cannot listen could not show their token either.
    const listening = await serve({ settings, tls, timeouts });
    server = listening;
    const { key, first } = await prepare(database, options);
    // A hub cannot tell whether its database was restored from an older copy, so every start counts as that.
    await database.writeAll(outdateStates);
    const log = createLog(writeLog, now);
    const metrics = createMetrics();
    metrics.gauge("memory_bytes", () => process.memoryUsage.rss());
    const registry = createRegistry({ database, trustRoot, cacheFolder: `${dataFolder}/cache`, now });
    const announced = createEvents({ database, metrics, stopping: stop.signal });
    const hub: Hub = {
      ...{ database, settings, now, key, log, metrics, registry, ...announced, stopping: stop.signal },
      dashboard: loadDashboard(options.dashboardFolder),
      openId: openIdConnect && createOpenIdClient(openIdConnect),
      ingest: createIngest({ database, key, now }),
    };
    listening.start(createApp(hub, routes));
    metrics.gauge("connections", listening.connections);
    const stopKeeping = keepCurrent(hub);
    const retention = startRetention(hub);
    let stopped: Promise<void> | undefined;
    const { address: listensAt } = listening;
    const url = settings.publicUrl ?? listensAt;
    log({ level: "info", event: "hub-started", url, database: database.kind });
    return {
      ...{ url, listensAt, firstToken: first?.token, firstLink: first && new URL(first.link, url).href },
      close: () => {
        stopped ??= (async () => {
          stop.abort();
          await stopKeeping();
          await listening.close();
          await retention.ended;
          await database.close();
          log({ level: "info", event: "hub-stopped" });
        })();
        return stopped;
      },
    };
  } catch (error) {
    stop.abort();
    await server?.close();
    await database.close();
    throw error;
  }
}

function createEvents(parts: EventOptions): Pick<Hub, "stateEvents" | "activity" | "confirmations"> {
  return {
    stateEvents: createStateEvents(parts),
    activity: createStateEvents({ ...parts, newest: newestEntries, name: "activity_streams" }),
    confirmations: createStateEvents({ ...parts, newest: newestConfirmations, name: "confirmation_streams" }),
  };
}

function loadTrustRoot({ trustRoot: path }: HubSettings): TrustRoot | undefined {
  if (path === undefined) return undefined;
  try {
    return readTrustRoot(readFileSync(path, "utf8"), path);
  } catch (error) {
    throw error instanceof SkillError ? error : toFileError(path, error);
  }
}

type Prepared = {
  readonly key: HubKey;
  readonly first?: { readonly token: string; readonly link: string };
};

/** The key and the first administrator, made by whichever hub starts first. */
async function prepare(
  database: HubDatabase,
  { now: clock, saveFirstToken }: Pick<HubOptions, "now" | "saveFirstToken">,
): Promise<Prepared> {
  const now = clock();
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
    saveFirstToken?.(token);
    return { key: readKey(privateKey), first: { token, link } };
  });
}

function readKey(pem: string): HubKey {
  return { id: `key:${readPrivateKey(pem, "hub").id}`, privateKey: createPrivateKey(pem) };
}
