import type { HttpBindings } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { formatError, SkillError } from "@skillwright/core";
import { parseJson } from "@skillwright/core/text";
import { type Context, Hono } from "hono";
import { authenticate } from "../access/authenticate.ts";
import { enterprise, mayDo, type Principal } from "../access/permissions.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";
import { Refusal, refusalAnswer } from "./refusal.ts";
import type { Route } from "./route.ts";

export type HubApp = Hono<{ Bindings: HttpBindings }>;
type HubContext = Context<{ Bindings: HttpBindings }>;

/** The name of the cookie of a browser session. Browsers take `__Host-` only over https, so plain loopback has another one. */
export function sessionCookie({ settings }: Pick<Hub, "settings">): string {
  return settings.tls || settings.publicUrl?.startsWith("https:") ? "__Host-skillwright" : "skillwright";
}

/** The server's table of routes as an application: limits, credentials, permissions, parsing, then the handler. */
export function createApp(hub: Hub, routes: readonly Route[]): HubApp {
  const app: HubApp = new Hono();
  const limit = createRateLimit(hub.settings.rateLimit, hub.now);
  for (const route of routes)
    app.on(route.method, toPattern(route.path), (context) => answer(context, route, { hub, limit }));
  app.notFound(() => refusalAnswer(new Refusal("NOT_FOUND", "There is nothing at this address.")));
  app.onError((error) => toAnswer(error, hub));
  return app;
}

/** `/skills/{name}` → `/skills/:name`; `{path*}` takes the rest of the address, slashes included. */
function toPattern(path: string): string {
  return path.replace(/\{(\w+)(\*?)\}/g, (_, name: string, isRest: string) => `:${name}${isRest && "{.+}"}`);
}

type Parts = { readonly hub: Hub; readonly limit: RateLimit };

async function answer(context: HubContext, route: Route, { hub, limit }: Parts): Promise<Response> {
  const started = performance.now();
  const { outgoing } = context.env;
  for (const [name, value] of securityHeaders) outgoing.setHeader(name, value);
  const response = await respond(context, route, { hub, limit }).catch((error) => toAnswer(error, hub));
  const labels = { route: `${route.method} ${route.path}`, status: String(response.status) };
  hub.metrics.observe("request_seconds", (performance.now() - started) / 1000, labels);
  return response;
}

async function respond(context: HubContext, route: Route, { hub, limit }: Parts): Promise<Response> {
  const { req } = context;
  const credentials = { authorization: req.header("authorization"), cookie: readCookie(context, hub) };
  const principal = await authenticate(credentials, hub.database, hub.now());
  const retry = limit(principal?.id ?? addressOf(context, hub), principal !== undefined);
  if (retry !== undefined)
    throw new Refusal("RATE_LIMITED", `Too many requests. Try again in ${retry} s.`, {
      "retry-after": String(retry),
    });
  if (principal === undefined && (route.needs !== "nothing" || credentials.authorization !== undefined))
    throw new Refusal("UNAUTHORIZED", "This needs a valid token. Run `skillwright login`, or sign in.", {
      "www-authenticate": 'Bearer realm="skillwright"',
    });
  if (principal?.isBrowser) refuseOtherSites(context, hub);
  const rawQuery = req.query();
  const tenant = rawQuery.tenant ?? principal?.tenant ?? enterprise;
  if (principal !== undefined) requirePermission(principal, route, tenant);
  const rawBody = await readBody(context, route);
  const params = decodeParams(req.param());
  return route.run({ hub, principal, tenant, params, rawQuery, rawBody, request: req.raw });
}

function requirePermission(principal: Principal, { needs }: Route, tenant: string): void {
  if (needs === "nothing" || needs === "credentials" || mayDo(principal, { permission: needs, tenant }))
    return;
  throw new Refusal("FORBIDDEN", `This needs the permission ${needs} in the tenant ${tenant}.`);
}

/** Browsers say where a request comes from; only the hub's own pages may change something with a cookie. */
function refuseOtherSites({ req }: HubContext, { settings }: Hub): void {
  if (req.method === "GET" || req.method === "HEAD") return;
  const own = settings.publicUrl === undefined ? new URL(req.url).origin : new URL(settings.publicUrl).origin;
  if (req.header("origin") === own && (req.header("sec-fetch-site") ?? "same-origin") === "same-origin")
    return;
  throw new Refusal("FORBIDDEN", "This request comes from another site.");
}

async function readBody({ req }: HubContext, { body, maxBytes }: Route): Promise<unknown> {
  if (body === undefined) return undefined;
  const usual = body === "bytes" ? hubLimits.blobBytes : hubLimits.bodyBytes;
  const bytes = await readBytes(req.raw, maxBytes ?? usual);
  if (body === "bytes") return bytes;
  const value = parseJson(new TextDecoder().decode(bytes));
  if (value === undefined) throw new Refusal("INVALID_REQUEST", "The body is not JSON.");
  return value;
}

/** Reads no more than allowed, whatever the header says. */
async function readBytes(request: Request, max: number): Promise<Uint8Array> {
  const tooLarge = new Refusal("TOO_LARGE", `The body has more than ${max} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > max) throw tooLarge;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > max) throw tooLarge;
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

function decodeParams(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (value.includes("\0")) throw new Refusal("INVALID_REQUEST", "The address has a zero character.");
      return [name, value];
    }),
  );
}

function readCookie({ req }: HubContext, hub: Hub): string | undefined {
  const name = `${sessionCookie(hub)}=`;
  const parts = (req.header("cookie") ?? "").slice(0, 8192).split(";");
  return parts
    .map((part) => part.trim())
    .find((part) => part.startsWith(name))
    ?.slice(name.length);
}

function addressOf(context: HubContext, { settings }: Hub): string {
  const forwarded = settings.trustProxy ? context.req.header("x-forwarded-for") : undefined;
  return forwarded?.split(",").at(-1)?.trim() ?? getConnInfo(context).remote.address ?? "";
}

function toAnswer(error: unknown, hub: Hub): Response {
  if (error instanceof Refusal) return refusalAnswer(error);
  if (error instanceof SkillError) return refusalAnswer(new Refusal("INVALID_PACKAGE", formatError(error)));
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  hub.log({ level: "error", event: "request-failed", reason });
  return refusalAnswer(new Refusal("INTERNAL", "The hub failed. Its log says why."));
}

/** For every answer; pages with scripts of their own replace the policy. */
const securityHeaders: readonly (readonly [string, string])[] = [
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "no-referrer"],
  ["x-frame-options", "DENY"],
  ["cross-origin-resource-policy", "same-origin"],
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
];
