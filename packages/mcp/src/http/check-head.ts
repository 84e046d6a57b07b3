import type { IncomingMessage } from "node:http";
import type { FindUser } from "./access-tokens.ts";
import { answerPreflight } from "./cross-origin.ts";
import { httpLimits } from "./limits.ts";
import { refuse } from "./refuse.ts";

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
