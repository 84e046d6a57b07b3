import { SkillError } from "@skillwright/core";
import { packagingLimits } from "../limits.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type ConnectionSettings, createConnections } from "./connections.ts";
import { type ByteDigest, type CachedAnswer, createDownloadCache, hashOf } from "./download-cache.ts";
import { type Answer, exchange, openStream, TooLargeError } from "./exchange.ts";
import { failureReason, statusReason } from "./failure.ts";
import { backoff, retryDelay } from "./retry.ts";
import { capabilityOf, findPrefix, type MirrorRow, mirrorOf } from "./safe-url.ts";

/** A secret and the only place it is sent to. */
export type Credential = {
  /** Addresses below it get the secret: `https://hub.example.com/`. */
  readonly prefix: string;
  /** The header's value: `Bearer …`, `Basic …`. */
  readonly authorization: string;
};

export type HttpOptions = ConnectionSettings & {
  /** Where downloads are kept; nothing is kept without it. */
  readonly cacheFolder?: string;
  /** Answers come from the cache only. */
  readonly offline?: boolean;
  /** Addresses below `prefix` are asked for below `mirror` instead. There is no way back to the original. */
  readonly mirrors?: readonly MirrorRow[];
  readonly credentials?: readonly Credential[];
  readonly userAgent?: string;
  /** Milliseconds without a byte, and for one request as a whole. */
  readonly timeouts?: { readonly idle?: number; readonly request?: number };
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
};

export type Progress = {
  readonly name: string;
  readonly received: number;
  /** Unknown where the server does not say. */
  readonly total?: number;
};

type HttpRequest = {
  readonly url: string | URL;
  /** What is asked for, in messages. Never contains a secret. */
  readonly name: string;
  readonly maxBytes?: number;
  readonly accept?: string;
  /** Instead of the client's credentials. Not sent to another origin either. */
  readonly authorization?: string | undefined;
  /** The origin that the authorization is for, if it is not that of `url`: a mirror. */
  readonly authorizedOrigin?: string | undefined;
};

export type SendRequest = HttpRequest & {
  /** Who asks, where logins change from time to time. With it, a good answer is kept, and given again when offline. */
  readonly identity?: string;
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
};

export type HttpClient = {
  /** What is there now, from the cache if the server confirms it; undefined if there is nothing. */
  get(request: HttpRequest): Promise<CachedAnswer | undefined>;
  /** Bytes with a known digest, from the cache if they are there. Others are refused. */
  download(request: HttpRequest, digest: ByteDigest): Promise<Uint8Array>;
  /** Any other request. The answer may be a refusal. */
  send(request: SendRequest): Promise<SentAnswer>;
  /** An answer without an end, in pieces. Follows no redirect and repeats nothing. */
  follow(request: FollowRequest): Promise<FollowedAnswer>;
  /** Closes the connections that were kept open. */
  close(): void;
};

export type FollowRequest = Pick<HttpRequest, "url" | "name" | "accept"> & {
  /** Milliseconds without a byte after which the connection counts as lost. */
  readonly idleMs: number;
  readonly signal: AbortSignal;
};

/** Reading ends when the server ends the answer, and throws when the connection is lost or the signal fires. */
export type FollowedAnswer = { readonly status: number; readonly chunks: AsyncIterable<Uint8Array> };

/** `url` is where the answer came from, after redirects. */
export type SentAnswer = Answer & { readonly url: URL };

/** The one way to the network, for every source and every publication except git's own. */
export function createHttpClient(options: HttpOptions = {}): HttpClient {
  const connections = createConnections(options);
  const cache = options.cacheFolder === undefined ? undefined : createDownloadCache(options.cacheFolder);
  const send = async (request: SendRequest): Promise<SentAnswer> => {
    const isKept = request.identity !== undefined && request.method === "GET";
    const key = isKept ? `${cacheKey(request, options)}\n${request.identity}` : undefined;
    if (!options.offline) {
      const answer = await followRedirects(request, { options, connections });
      if (key !== undefined && answer.status === 200) await cache?.writeAnswer(key, keptAnswer(answer));
      return answer;
    }
    const cached = key === undefined ? undefined : await cache?.readAnswer(key);
    if (cached === undefined) throw new SkillError("source-offline", { source: request.name });
    return { status: 200, headers: cached.headers ?? {}, bytes: cached.bytes, url: new URL(request.url) };
  };
  const get = async (request: HttpRequest): Promise<CachedAnswer | undefined> => {
    const key = cacheKey(request, options);
    const cached = await cache?.readAnswer(key);
    if (options.offline && cached !== undefined) return cached;
    const headers = cached?.etag === undefined ? {} : { "if-none-match": cached.etag };
    const answer = await send({ ...request, method: "GET", headers });
    if (answer.status === 304 && cached !== undefined) return cached;
    if (answer.status === 404 || answer.status === 410) return undefined;
    const fresh = keptAnswer(expectGood(answer, request));
    await cache?.writeAnswer(key, fresh);
    return fresh;
  };
  const download = async (request: HttpRequest, digest: ByteDigest): Promise<Uint8Array> => {
    const cached = await cache?.read(digest);
    if (cached !== undefined) return cached;
    const { bytes } = expectGood(await send({ ...request, method: "GET" }), request);
    checkDigest(bytes, digest, request.name);
    await cache?.write(digest, bytes);
    return bytes;
  };
  const follow = async (request: FollowRequest): Promise<FollowedAnswer> => {
    const { name, idleMs, signal } = request;
    if (options.offline) throw new SkillError("source-offline", { source: name });
    const url = applyMirror(new URL(request.url), options, name);
    const authorization = authorizationFor(request, url, options);
    const wire = toWire({ ...request, method: "GET", url, authorization, body: undefined }, options);
    try {
      return await openStream({ ...wire, timeouts: { idle: idleMs }, signal }, connections);
    } catch (error) {
      signal.throwIfAborted();
      throw unavailable(name, failureReason(error, url), error);
    }
  };
  return { get, download, send, follow, close: () => connections.close() };
}

function keptAnswer({ bytes, headers }: Answer): CachedAnswer {
  const { etag, "content-type": contentType, link, "docker-content-digest": digest } = headers;
  const kept = { ...(link && { link }), ...(digest && { "docker-content-digest": digest }) };
  return {
    bytes,
    ...(etag && { etag }),
    ...(contentType && { contentType }),
    ...(Object.keys(kept).length > 0 && { headers: kept }),
  };
}

/** Other answers than success end here. */
export function expectGood<Any extends Answer>(answer: Any, { name }: { readonly name: string }): Any {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new SkillError("source-unavailable", { source: name, reason: statusReason(answer) });
}

function checkDigest(bytes: Uint8Array, { algorithm, hex }: ByteDigest, source: string): void {
  const actual = hashOf(algorithm, bytes);
  if (actual === hex) return;
  const details = { source, what: algorithm, actual, expected: hex };
  throw new SkillError("integrity-mismatch", details);
}

/** Answers to others are not mine: the secret is part of the key. */
function cacheKey(request: HttpRequest & Pick<SendRequest, "identity">, options: HttpOptions): string {
  const url = applyMirror(new URL(request.url), options, request.name);
  const secret = request.identity === undefined ? authorizationFor(request, url, options) : "";
  return [url.href, request.accept ?? "", secret ?? ""].join("\n");
}

function applyMirror(url: URL, { mirrors = [] }: HttpOptions, name: string): URL {
  const mirror = mirrorOf(url, mirrors);
  if (mirror !== undefined && capabilityOf(url) !== undefined)
    throw unavailable(name, `its address has a token, which the mirror ${mirror.origin} must not get`);
  return mirror ?? url;
}

type Deps = {
  readonly options: HttpOptions;
  readonly connections: ReturnType<typeof createConnections>;
};

async function followRedirects(request: SendRequest, deps: Deps): Promise<SentAnswer> {
  const { options } = deps;
  const fail = (reason: string): SkillError => unavailable(request.name, reason);
  const first = applyMirror(new URL(request.url), options, request.name);
  if (first.protocol !== "https:" && first.protocol !== "http:") throw fail("only https and http are used");
  let { method, body } = request;
  let url = first;
  for (let redirects = 0; redirects <= packagingLimits.redirects; redirects++) {
    // Credentials of one origin never follow a redirect to another.
    const authorization = url.origin === first.origin ? authorizationFor(request, url, options) : undefined;
    const answer = await attempt({ ...request, method, body, authorization, url }, deps);
    const { location } = answer.headers;
    if (!isRedirect.has(answer.status) || location === undefined) return { ...answer, url };
    if (!URL.canParse(location, url.href)) throw fail("the server redirects to an invalid address");
    const next = applyMirror(new URL(location, url), options, request.name);
    if (url.protocol === "https:" && next.protocol !== "https:")
      throw fail(`the server redirects from https to ${next.protocol.replace(":", "")}`);
    if (next.protocol !== "https:" && next.protocol !== "http:")
      throw fail(`the server redirects to ${next.protocol.replace(":", "")}`);
    if (answer.status === 303 || (method === "POST" && answer.status < 303)) {
      method = "GET";
      body = undefined;
    }
    url = next;
  }
  throw fail(`the server redirects more than ${packagingLimits.redirects} times`);
}

const isRedirect = new Set([301, 302, 303, 307, 308]);

/** A secret of the caller is for the host that was asked for: a mirror gets only what is stored for itself. */
function authorizationFor(request: HttpRequest, url: URL, options: HttpOptions): string | undefined {
  const { origin } =
    request.authorizedOrigin === undefined ? new URL(request.url) : { origin: request.authorizedOrigin };
  const own = origin === url.origin ? request.authorization : undefined;
  return own ?? findPrefix(url, options.credentials ?? [])?.authorization;
}

type Attempt = Omit<SendRequest, "url" | "body"> & {
  readonly url: URL;
  readonly body: Uint8Array | undefined;
};

async function attempt(request: Attempt, { options, connections }: Deps): Promise<Answer> {
  const { clock = systemClock, signal } = options;
  const { method, name } = request;
  const isSafe = method === "GET" || method === "HEAD";
  for (let count = 0; ; count++) {
    const isLast = count + 1 === packagingLimits.httpAttempts;
    try {
      const answer = await exchange(toWire(request, options), connections);
      const delay = retryDelay(answer, { method, attempt: count, now: clock.now() });
      if (delay === undefined || isLast) return answer;
      await clock.wait(delay, signal);
    } catch (error) {
      signal?.throwIfAborted();
      const isFinal = isLast || !isSafe || error instanceof TooLargeError || !isPassing(error);
      if (isFinal) throw unavailable(name, failureReason(error, request.url), error);
      await clock.wait(backoff(count), signal);
    }
  }
}

/** A connection that broke may hold the next time; a name or a certificate that is wrong stays wrong. */
function isPassing(error: unknown): boolean {
  return error instanceof Error && "code" in error && passing.has(`${error.code}`);
}

const passing = new Set([
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "ECONNABORTED",
  "HPE_INVALID_EOF_STATE",
]);

function toWire(request: Attempt, options: HttpOptions): Parameters<typeof exchange>[0] {
  const { method, url, body, name, accept, authorization } = request;
  const { userAgent = "skillwright", signal, timeouts, onProgress } = options;
  return {
    method,
    url,
    body,
    headers: {
      ...request.headers,
      accept: accept ?? "*/*",
      "user-agent": userAgent,
      ...(authorization !== undefined && { authorization }),
    },
    maxBytes: request.maxBytes ?? packagingLimits.metadataBytes,
    timeouts,
    signal,
    onProgress:
      onProgress &&
      ((received, total) => onProgress({ name, received, ...(total !== undefined && { total }) })),
  };
}

function unavailable(source: string, reason: string, cause?: unknown): SkillError {
  return new SkillError("source-unavailable", { source, reason }, { cause });
}
