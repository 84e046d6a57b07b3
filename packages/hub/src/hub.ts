import type { KeyObject } from "node:crypto";
import type { Ingest } from "./audit/ingest.ts";
import type { HubSettings } from "./config/settings.ts";
import type { Dashboard } from "./dashboard/dashboard.ts";
import type { HubDatabase } from "./database/database.ts";
import type { HubLog } from "./http/log.ts";
import type { Metrics } from "./http/metrics.ts";
import type { Registry } from "./registry/registry.ts";
import type { OpenIdClient } from "./sign-in/openid-client.ts";
import type { StateEvents } from "./state/state-events.ts";

/** What every part of a running hub works with. */
export type Hub = {
  readonly database: HubDatabase;
  readonly settings: HubSettings;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Signs state documents and checkpoints; agents know its public half since they first signed in. */
  readonly key: HubKey;
  /** The identity provider, if there is one. */
  readonly openId: OpenIdClient | undefined;
  /** The pages for people. */
  readonly dashboard: Dashboard;
  readonly log: HubLog;
  readonly metrics: Metrics;
  readonly registry: Registry;
  readonly stateEvents: StateEvents;
  /** Announces new entries of audit logs. */
  readonly activity: StateEvents;
  /** Announces that agents have confirmed state documents. */
  readonly confirmations: StateEvents;
  /** Takes lines of agents' audit logs. */
  readonly ingest: Ingest;
  /** Aborted when the hub stops. */
  readonly stopping: AbortSignal;
};

export type HubKey = {
  /** `key:…`, the public key itself. */
  readonly id: string;
  readonly privateKey: KeyObject;
};
