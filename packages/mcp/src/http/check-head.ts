import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { SkillError } from "@skillwright/core";
import { refuse } from "./exchange.ts";
import type { AccessToken } from "./http-options.ts";
import { httpLimits } from "./limits.ts";

export type HeadRules = {
  readonly path: string;
  /** Accepted names in `Host`, in lower case and without ports. */
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  readonly findUser: FindUser;
};

/** Names of this machine as written in URLs. */
export const ownNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** The user who sent this request, or a refusal; reads nothing of the body. */
export function checkHead(request: IncomingMessage, rules: HeadRules): Response | { readonly user: string } {
  // Beyond 2,000 headers Node silently drops some, perhaps the Origin.
  if (request.rawHeaders.length / 2 > httpLimits.httpHeaders) {
    return refuse({ status: 431, message: `A request has at most ${httpLimits.httpHeaders} headers.` });
  }
  // These two checks stop pages of other sites whose name resolves to this machine (DNS rebinding).
  if (!isAllowedHost(request, rules.hosts)) {
    return refuse({ status: 403, message: "This server does not accept the name in Host." });
  }
  if (!isAllowedOrigin(request.headers.origin, rules.origins)) {
    return refuse({ status: 403, message: "This server does not accept this Origin." });
  }
  if (request.url?.split("?", 1)[0] !== rules.path) {
    return refuse({ status: 404, message: "Not found." });
  }
  const { origin, "access-control-request-method": wanted } = request.headers;
  if (request.method === "OPTIONS" && origin !== undefined && wanted !== undefined)
    return answerPreflight(methods);
  if (!methods.includes(request.method ?? "")) {
    return refuse({
      status: 405,
      message: "Use POST, GET or DELETE.",
      headers: { allow: methods.join(", ") },
    });
  }
  const user = rules.findUser(request.headers.authorization);
  if (user !== undefined) return { user };
  const message = "Send a valid access token: Authorization: Bearer TOKEN.";
  return refuse({ status: 401, message, headers: { "www-authenticate": "Bearer" } });
}

const methods: readonly string[] = ["POST", "GET", "DELETE"];

function isAllowedHost(request: IncomingMessage, allowed: readonly string[]): boolean {
  const [host, ...others] = request.headersDistinct.host ?? [];
  const name = /^([^:[\]]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i.exec(host ?? "")?.[1];
  return others.length === 0 && name !== undefined && allowed.includes(name.toLowerCase());
}

/** Only browsers send an Origin. */
export function isAllowedOrigin(origin: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  const name = /^https?:\/\/([^:/[\]]+|\[[0-9a-f:]+\])(:\d{1,5})?$/.exec(origin)?.[1];
  return name !== undefined && ownNames.includes(name);
}

/** Lets a page of an allowed origin read the answer; browsers hide it otherwise. */
export function allowOrigin(response: ServerResponse, origin: string): void {
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-expose-headers", "mcp-session-id, www-authenticate");
  response.setHeader("vary", "origin");
}

/** The answer to a preflight request; the request itself still needs its token. */
function answerPreflight(methods: readonly string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": allowedHeaders.join(", "),
      "access-control-max-age": "600",
    },
  });
}

/** Headers that MCP clients send. */
const allowedHeaders = [
  "accept",
  "authorization",
  "content-type",
  "last-event-id",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "mcp-session-id",
  "skillwright-conversation",
];

/** Finds the user whose token an `Authorization` header holds. */
type FindUser = (authorization: string | undefined) => string | undefined;

/** Throws `option-invalid` if a token is guessable, cannot be sent, or is shared by two users. */
export function createTokenCheck(tokens: readonly AccessToken[]): FindUser {
  for (const token of tokens) checkToken(token);
  const known = tokens.map(({ user, secret }) => ({ user, hash: hashOf(secret) }));
  requireToken(known.length > 0, "at least one is required");
  requireToken(new Set(tokens.map(({ secret }) => secret)).size === tokens.length, "each must be different");
  return (authorization) => {
    const sent = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? "")?.[1];
    if (sent === undefined) return undefined;
    const hash = hashOf(sent);
    // Hashes have equal lengths, and all are compared, so timing reveals nothing about a secret.
    return known.filter((token) => timingSafeEqual(token.hash, hash))[0]?.user;
  };
}

function checkToken({ user, secret }: AccessToken): void {
  const isUsable = user !== "" && user.length <= httpLimits.httpUserCharacters && user.isWellFormed();
  requireToken(isUsable, `the name of a user has 1 to ${httpLimits.httpUserCharacters} characters`);
  const { httpTokenCharactersMin: min, httpTokenCharacters: max } = httpLimits;
  const isSendable = secret.length >= min && secret.length <= max && /^[\x21-\x7e]+$/.test(secret);
  requireToken(isSendable, `a secret has ${min} to ${max} visible ASCII characters and no spaces`);
}

function requireToken(holds: boolean, reason: string): void {
  if (!holds) throw new SkillError("option-invalid", { name: "tokens", reason });
}

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
