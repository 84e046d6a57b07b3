import type { Clock } from "@skillwright/runtime";
import { mcpLimits } from "../limits.ts";
import { httpLimits } from "./limits.ts";

export type HttpOptions = {
  /** Where to listen; this machine only when nothing is said. */
  readonly host?: string;
  /** 0 takes any that is free. */
  readonly port?: number;
  readonly path?: string;
  /** Who may call; a request without one of these is refused, from this machine too. */
  readonly tokens: readonly AccessToken[];
  /** Names, without ports, under which clients reach this server, besides those of this machine. */
  readonly allowedHosts?: readonly string[];
  /** Origins such as `https://app.example` whose pages may call, besides those of this machine. */
  readonly allowedOrigins?: readonly string[];
  /** Told what went wrong, in words that hold no token. */
  readonly onTrouble?: (message: string) => void;
  readonly clock?: Clock;
  /** Other bounds than the usual ones. */
  readonly bounds?: Partial<HttpBounds>;
};

export type AccessToken = { readonly user: string; readonly secret: string };

export type HttpEndpoint = {
  readonly url: string;
  /** Ends sessions, streams and connections; the server behind stays open. */
  close(): Promise<void>;
};

/** How much of something is there, for all users together and for one of them. */
export type Share = { readonly all: number; readonly user: number };

export type HttpBounds = {
  readonly bodyBytes: number;
  readonly bodies: Share;
  readonly requests: Share;
  readonly subscriptions: Share;
  readonly sessions: Share;
  readonly connections: number;
  readonly headMs: number;
  readonly requestMs: number;
  readonly idleMs: number;
  readonly sweepMs: number;
};

export const usualBounds: HttpBounds = {
  bodyBytes: httpLimits.httpBodyBytes,
  bodies: { all: httpLimits.httpBodiesBytes, user: httpLimits.httpBodiesBytesPerUser },
  requests: { all: httpLimits.httpRequests, user: httpLimits.httpRequestsPerUser },
  subscriptions: { all: httpLimits.httpSubscriptions, user: httpLimits.httpSubscriptionsPerUser },
  sessions: { all: mcpLimits.conversations, user: mcpLimits.conversationsPerUser },
  connections: httpLimits.httpConnections,
  headMs: httpLimits.httpHeadMs,
  requestMs: httpLimits.httpRequestMs,
  idleMs: mcpLimits.conversationIdleMs,
  sweepMs: httpLimits.httpSweepMs,
};
