import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { formatError, SkillError } from "@skillwright/core";
import { type Context, Hono } from "hono";
import { authenticate } from "../access/authenticate.ts";
import { enterprise, mayDo, type Principal } from "../access/permissions.ts";
import type { Hub } from "../hub.ts";
import { type AnswerCache, createAnswerCache } from "./answer-cache.ts";
import { clientAddress, networkOf } from "./client-address.ts";
import { createHostCheck, isFromOwnPage } from "./origin.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";
import { readBody } from "./read-body.ts";
import { Refusal, refusalAnswer } from "./refusal.ts";
import type { Route } from "./route.ts";

type App = Hono<{ Bindings: HttpBindings }>;
export type HubApp = {
  readonly fetch: App["fetch"];
  /** Answers a request at once if the answer is known. */
  readonly answerKnown: AnswerCache["answer"];
};
type HubContext = Context<{ Bindings: HttpBindings }>;

/** The name of the cookie of a browser session. Browsers take `__Host-` only over https, so plain loopback has another one. */
export function sessionCookie({ settings }: Pick<Hub, "settings">): string {
  return isSecure({ settings }) ? "__Host-skillwright" : "skillwright";
}

/** Whether browsers reach the hub over https. */
export function isSecure({ settings }: Pick<Hub, "settings">): boolean {
  return settings.tls !== undefined || settings.publicUrl?.startsWith("https:") === true;
}

type Parts = {
  readonly hub: Hub;
  readonly limit: RateLimit;
  readonly isOwnHost: (header: string | undefined) => boolean;
  readonly cache: AnswerCache;
};

/** The server's table of routes as an application: limits, credentials, permissions, parsing, then the handler. */
export function createApp(hub: Hub, routes: readonly Route[]): HubApp {
  const app: App = new Hono();
  const limit = createRateLimit(hub.settings.rateLimit, hub.now);
  const isOwnHost = createHostCheck(hub.settings);
  const cache = createAnswerCache({
    ...{ revision: hub.database.revision, now: hub.now },
    admits: (incoming, { who, isKnown }) => {
      if (!isOwnHost(incoming.headers.host)) return false;
      return limit(who ?? networkOf(addressOf(incoming, hub)), isKnown) === undefined;
    },
  });
  const parts = { hub, limit, isOwnHost, cache };
  for (const route of routes)
    app.on(route.method, toPattern(route.path), (context) => answer(context, route, parts));
  for (const [path, methods] of methodsByPath(routes))
    app.all(path, (context) => {
      setSecurityHeaders(context);
      return refusalAnswer(new Refusal("METHOD_NOT_ALLOWED", `Use ${methods}.`, { allow: methods }));
    });
  app.notFound((context) => {
    setSecurityHeaders(context);
    if (isPageRequest(context)) return hub.dashboard.page(context.req.raw);
    return refusalAnswer(new Refusal("NOT_FOUND", "There is nothing at this address."));
  });
  app.onError((error) => toAnswer(error, hub));
  return { fetch: app.fetch, answerKnown: cache.answer };
}

/** Addresses of the dashboard exist only in browsers, which ask for a page. What programs ask for stays JSON. */
function isPageRequest({ req }: HubContext): boolean {
  const isPage = isReading(req.method) && (req.header("accept") ?? "").includes("text/html");
  return isPage && !req.path.startsWith("/api/") && !req.path.startsWith("/.well-known/");
}

/** `/skills/{name}` → `/skills/:name`; `{path*}` takes the rest of the address, slashes included. */
function toPattern(path: string): string {
  return path.replace(/\{(\w+)(\*?)\}/g, (_, name: string, isRest: string) => `:${name}${isRest && "{.+}"}`);
}

function methodsByPath(routes: readonly Route[]): ReadonlyMap<string, string> {
  const methods = new Map<string, string>();
  for (const { path, method } of routes) {
    const known = methods.get(toPattern(path));
    methods.set(toPattern(path), known === undefined ? method : `${known}, ${method}`);
  }
  return methods;
}

async function answer(context: HubContext, route: Route, parts: Parts): Promise<Response> {
  const { hub } = parts;
  const started = performance.now();
  setSecurityHeaders(context);
  const response = await respond(context, route, parts).catch((error) => toAnswer(error, hub));
  observe(hub, route, { status: response.status, milliseconds: performance.now() - started });
  return response;
}

type Outcome = { readonly status: number; readonly milliseconds: number };

/** Counts and logs a request by the pattern of its address, never by the address: that may have a token in it. */
function observe(hub: Hub, route: Route, { status, milliseconds }: Outcome): void {
  const labels = { route: `${route.method} ${route.path}`, status: String(status) };
  hub.metrics.observe("request_seconds", milliseconds / 1000, labels);
  if (hub.settings.logRequests)
    hub.log({ level: "info", event: "request", ...labels, milliseconds: Math.round(milliseconds) });
}

async function respond(context: HubContext, route: Route, parts: Parts): Promise<Response> {
  const { hub, limit, isOwnHost, cache } = parts;
  const { req } = context;
  if (!isOwnHost(req.header("host")))
    throw new Refusal("MISDIRECTED", "The hub has another name. Its setting publicUrl says which.");
  const address = addressOf(context.env.incoming, hub);
  const revision = route.isCached ? cache.revision() : undefined;
  const authorization = req.header("authorization");
  const credentials = { authorization, cookie: readCookie(req.header("cookie"), sessionCookie(hub)) };
  const principal = await authenticate(credentials, hub.database, hub.now());
  const who = principal === undefined ? networkOf(address) : (principal.credential ?? principal.id);
  const retry = limit(who, principal !== undefined);
  if (retry !== undefined)
    throw new Refusal("RATE_LIMITED", `Too many requests. Try again in ${retry} s.`, {
      "retry-after": String(retry),
    });
  if (principal === undefined && (route.needs !== "nothing" || authorization !== undefined))
    throw new Refusal("UNAUTHORIZED", "This needs a valid token. Run `skillwright login`, or sign in.", {
      "www-authenticate": 'Bearer realm="skillwright"',
    });
  if (principal?.isBrowser && !isReading(req.method) && !isFromOwnPage(req.raw, hub.settings))
    throw new Refusal("FORBIDDEN", "This request comes from another site.");
  // Without a session there is nothing to protect but the sign-in itself: a stranger must not sign people in as themselves.
  if (route.isForm && !isFromOwnPage(req.raw, hub.settings))
    throw new Refusal("INVALID_REQUEST", "This form must be sent from the hub's own page.");
  const rawQuery = req.query();
  const tenant = rawQuery.tenant ?? principal?.tenant ?? enterprise;
  if (principal !== undefined) {
    requirePermission(principal, route, tenant);
    await requireTenant(principal, tenant, hub);
  }
  const rawBody = await readBody(req.raw, route);
  const params = checkParams(req.param());
  const response = await route.run({
    ...{ hub, principal, tenant, params, rawQuery, rawBody, request: req.raw, address },
  });
  if (revision !== undefined && response.status === 200 && req.method === "GET" && !principal?.isBrowser)
    cache.keep({
      ...{ url: context.env.incoming.url ?? "", authorization, revision, expiresAt: principal?.expiresAt },
      ...{ isKnown: principal !== undefined, who: principal && who },
      body: await response.clone().text(),
      headers: { ...Object.fromEntries(securityHeaders), ...Object.fromEntries(response.headers) },
      count: (status) => observe(hub, route, { status, milliseconds: 0 }),
    });
  return response;
}

function isReading(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

function requirePermission(principal: Principal, { needs }: Route, tenant: string): void {
  if (needs === "nothing" || needs === "credentials" || mayDo(principal, { permission: needs, tenant }))
    return;
  throw new Refusal("FORBIDDEN", `This needs the permission ${needs} in the tenant ${tenant.slice(0, 63)}.`);
}

/** Roles of the enterprise count in every tenant, but only in those that exist. */
async function requireTenant({ grants }: Principal, tenant: string, { database }: Hub): Promise<void> {
  if (tenant === enterprise || grants.some((grant) => grant.tenant === tenant)) return;
  const row = await database.read
    .selectFrom("tenants")
    .select("id")
    .where("id", "=", tenant)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("NOT_FOUND", "There is no such tenant.");
}

function checkParams(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const value of Object.values(params))
    if (value.includes("\0")) throw new Refusal("INVALID_REQUEST", "The address has a zero character.");
  return params;
}

/** The value of a cookie, if it is sent once. Two of one name mean that another host of the domain tries to plant one. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined || header.length > 8192) return undefined;
  const values = header
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`));
  return values.length === 1 ? values[0]?.slice(name.length + 1) : undefined;
}

function addressOf({ headers, socket }: IncomingMessage, { settings }: Hub): string {
  const forwarded = settings.trustProxy ? headers["x-forwarded-for"] : undefined;
  return clientAddress({ remote: socket.remoteAddress ?? "", forwarded: forwarded?.toString() });
}

function toAnswer(error: unknown, hub: Hub): Response {
  if (error instanceof Refusal) return refusalAnswer(error);
  if (error instanceof SkillError) return refusalAnswer(new Refusal("INVALID_PACKAGE", formatError(error)));
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  hub.log({ level: "error", event: "request-failed", reason });
  return refusalAnswer(new Refusal("INTERNAL", "The hub failed. Its log says why."));
}

/** On the connection itself: setting them on the answer later takes a third of the speed. */
function setSecurityHeaders({ env }: HubContext): void {
  for (const [name, value] of securityHeaders) env.outgoing.setHeader(name, value);
}

/** For every answer; pages replace the policy. */
const securityHeaders: readonly (readonly [string, string])[] = [
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "no-referrer"],
  ["x-frame-options", "DENY"],
  ["cross-origin-resource-policy", "same-origin"],
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
];
