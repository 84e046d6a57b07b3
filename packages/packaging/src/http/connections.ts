import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { BlockList, isIP } from "node:net";
import type { Duplex } from "node:stream";
import { type ConnectionOptions, connect as connectTls, getCACertificates } from "node:tls";
import { SkillError } from "@skillwright/core";
import { packagingLimits } from "../limits.ts";

/** Proxies, as the environment names them: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`. */
type ProxySettings = {
  readonly https?: string | undefined;
  readonly http?: string | undefined;
  readonly none?: string | undefined;
};

export type ConnectionSettings = {
  readonly proxy?: ProxySettings | undefined;
  /** Certificates to trust besides Node's own, in PEM. */
  readonly extraCas?: readonly string[] | undefined;
};

/** How to reach an address. */
export type Route = {
  readonly agent: HttpAgent;
  /** Set for plain HTTP behind a proxy: the proxy gets the request and its whole address. */
  readonly proxy?: URL;
};

export type Connections = { routeTo(url: URL): Route; close(): void };

/**
 * Connections that are kept open, and proxies. Node can read the proxy variables itself only since 22.21 and 24.5, so tunnels are
 * made here.
 */
export function createConnections({ proxy = {}, extraCas = [] }: ConnectionSettings): Connections {
  const ca = extraCas.length === 0 ? undefined : [...getCACertificates("default"), ...extraCas];
  const kept = { keepAlive: true, maxSockets: 8, ...(ca && { ca }) };
  const plain = new HttpAgent({ keepAlive: true, maxSockets: 8 });
  const secure = new HttpsAgent(kept);
  const tunnels = new Map<string, HttpsAgent>();
  const addresses = { https: readProxy(proxy.https), http: readProxy(proxy.http) };
  const isDirect = createBypass(proxy.none ?? "");
  const tunnelTo = (address: URL): HttpsAgent => {
    const known = tunnels.get(address.href);
    const agent = known ?? createTunnelAgent(address, kept);
    tunnels.set(address.href, agent);
    return agent;
  };
  return {
    routeTo: (url) => {
      const isSecure = url.protocol === "https:";
      const address = isSecure ? addresses.https : addresses.http;
      if (address === undefined || isDirect(url)) return { agent: isSecure ? secure : plain };
      if (isSecure) return { agent: tunnelTo(address) };
      return { agent: address.protocol === "https:" ? secure : plain, proxy: address };
    },
    close: () => {
      for (const agent of [plain, secure, ...tunnels.values()]) agent.destroy();
    },
  };
}

/** `host:port` is a common way to write one. A proxy that cannot be used is never passed by. */
function readProxy(text: string | undefined): URL | undefined {
  if (text === undefined || text === "") return undefined;
  const address = text.includes("://") ? text : `http://${text}`;
  const proxy = URL.canParse(address) ? new URL(address) : undefined;
  if (proxy?.protocol === "http:" || proxy?.protocol === "https:") return proxy;
  throw new SkillError("option-invalid", { name: "proxy", reason: "it is not an http or https address" });
}

function createTunnelAgent(proxy: URL, options: { readonly ca?: readonly string[] }): HttpsAgent {
  const agent = new HttpsAgent({ ...options, ca: options.ca && [...options.ca] });
  agent.createConnection = (target, callback) => {
    const { host, port } = target as { host?: string | null; port?: number | string | null };
    openTunnel({ proxy, target: `${bracketed(host ?? "")}:${port}`, ca: options.ca }).then(
      (socket) => callback?.(null, connectTls({ ...target, socket } as ConnectionOptions)),
      (error: Error) => callback?.(error, undefined as never),
    );
    return undefined;
  };
  return agent;
}

function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

type TunnelRequest = {
  readonly proxy: URL;
  readonly target: string;
  readonly ca: readonly string[] | undefined;
};

function openTunnel({ proxy, target, ca }: TunnelRequest): Promise<Duplex> {
  const send = proxy.protocol === "https:" ? httpsRequest : httpRequest;
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const request = send({
    host: proxy.hostname.replace(/^\[|\]$/g, ""),
    port: proxy.port || (proxy.protocol === "https:" ? 443 : 80),
    method: "CONNECT",
    path: target,
    headers: { host: target, ...proxyAuthorization(proxy) },
    agent: false,
    timeout: packagingLimits.httpIdleMs,
    ...(ca && { ca: [...ca] }),
  });
  request.on("connect", ({ statusCode }, socket) => {
    socket.setTimeout(0);
    if (statusCode === 200) return resolve(socket);
    socket.destroy();
    reject(new Error(`the proxy ${proxy.host} answered ${statusCode}`));
  });
  request.on("timeout", () => request.destroy(new Error(`the proxy ${proxy.host} does not answer`)));
  request.on("error", (error) => reject(new Error(`the proxy ${proxy.host} failed: ${error.message}`)));
  request.end();
  return promise;
}

export function proxyAuthorization({ username, password }: URL): { readonly "proxy-authorization"?: string } {
  if (username === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}

/** `NO_PROXY`: hosts, domains (`.example.com` or `example.com`), `host:port`, addresses, networks (`10.0.0.0/8`), `*`. */
function createBypass(text: string): (url: URL) => boolean {
  const networks = new BlockList();
  const names: string[] = [];
  for (const entry of text.split(/[\s,]+/).filter((one) => one !== "")) {
    const [, address = "", bits] = /^([\d.a-f:]+)\/(\d{1,3})$/i.exec(entry) ?? [];
    const family = isIP(address);
    if (family !== 0 && Number(bits) <= (family === 4 ? 32 : 128))
      networks.addSubnet(address, Number(bits), family === 4 ? "ipv4" : "ipv6");
    else names.push(entry.toLowerCase().replace(/^\*?\./, ""));
  }
  return (url) => {
    const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
    const port = url.port || (url.protocol === "https:" ? "443" : "80");
    const family = isIP(host);
    if (family !== 0 && networks.check(host, family === 4 ? "ipv4" : "ipv6")) return true;
    return names.some(
      (name) =>
        name === "*" ||
        host === name ||
        `${host}:${port}` === name ||
        (family === 0 && (host.endsWith(`.${name}`) || `${host}:${port}`.endsWith(`.${name}`))),
    );
  };
}
