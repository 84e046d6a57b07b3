import type { Clock } from "@skillwright/runtime";
import { mcpLimits } from "../limits.ts";
import { httpLimits } from "./limits.ts";

export type HttpOptions = {
  /** Where to listen; loopback by default. */
  readonly host?: string;
  /** 0 picks a free port. */
  readonly port?: number;
  readonly path?: string;
  /** Accepted tokens; a request without one is refused, even from this machine. */
  readonly tokens: readonly AccessToken[];
  /** Further names, without ports, under which clients reach this server. */
  readonly allowedHosts?: readonly string[];
  /** Further origins, such as `https://app.example`, whose pages may call. */
  readonly allowedOrigins?: readonly string[];
  /** Called with a description of each problem, without tokens. */
  readonly onTrouble?: (message: string) => void;
  readonly clock?: Clock;
  /** Overrides of the default limits. */
  readonly bounds?: Partial<HttpBounds>;
};

export type AccessToken = { readonly user: string; readonly secret: string };

export type HttpEndpoint = {
  readonly url: string;
  /** Ends sessions, streams and connections; the skill server stays open. */
  close(): Promise<void>;
};

/** A limit for all users together and for each of them. */
export type Share = { readonly all: number; readonly user: number };

export type HttpBounds = {
  readonly bodyBytes: number;
  readonly bodies: Share;
  readonly requests: Share;
  readonly subscriptions: Share;
  readonly sessions: Share;
  readonly connections: number;
  /** Connections of one address that have not sent a valid token yet. */
  readonly unidentifiedPerAddress: number;
  readonly headMs: number;
  readonly requestMs: number;
  /** How long a request waits for one that it may have overtaken. */
  readonly holdMs: number;
  readonly idleMs: number;
  readonly sweepMs: number;
};

export const defaultBounds: HttpBounds = {
  bodyBytes: httpLimits.httpBodyBytes,
  bodies: { all: httpLimits.httpBodiesBytes, user: httpLimits.httpBodiesBytesPerUser },
  requests: { all: httpLimits.httpRequests, user: httpLimits.httpRequestsPerUser },
  subscriptions: { all: httpLimits.httpSubscriptions, user: httpLimits.httpSubscriptionsPerUser },
  sessions: { all: mcpLimits.conversations, user: mcpLimits.conversationsPerUser },
  connections: httpLimits.httpConnections,
  unidentifiedPerAddress: httpLimits.httpUnidentifiedPerAddress,
  headMs: httpLimits.httpHeadMs,
  requestMs: httpLimits.httpRequestMs,
  holdMs: httpLimits.httpHoldMs,
  idleMs: mcpLimits.conversationIdleMs,
  sweepMs: httpLimits.httpSweepMs,
};
