import { SkillError } from "@skillwright/core";
import { isJsonObject, parseJson } from "@skillwright/core/text";
import { z } from "zod";
import { expectGood, type HttpClient, type SendRequest, type SentAnswer } from "../http/client.ts";
import { packagingLimits } from "../limits.ts";
import type { OciSpec } from "./source.ts";

/** User and password of a registry, as `Basic` wants them. */
export type RegistryLogin = { readonly registry: string; readonly basic: string };

type OciRequest = {
  /** Below `/v2/REPOSITORY/`. */
  readonly path: string;
  readonly method?: SendRequest["method"];
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  readonly maxBytes?: number;
};

/** One repository of a registry. */
export type OciClient = {
  readonly name: string;
  /** Sends a request, logging in if the registry wants it. The answer may be a refusal. */
  send(request: OciRequest): Promise<SentAnswer>;
  /** The address and the login for a request that goes through the cache. */
  addressOf(path: string): {
    readonly url: string;
    readonly authorization?: string;
    readonly authorizedOrigin?: string | undefined;
  };
};

export type OciDeps = { readonly http: HttpClient; readonly logins?: readonly RegistryLogin[] };

type Place = Pick<OciSpec, "registry" | "repository">;

export function createOciClient(place: Place, { http, logins = [] }: OciDeps): OciClient {
  const { origin, repository } = locate(place);
  const name = `oci:${place.registry}/${place.repository}`;
  const basicOf = (host: string): string | undefined =>
    logins.find(({ registry }) => hostOf(registry) === hostOf(host))?.basic;
  const basic = basicOf(place.registry);
  let authorization: string | undefined;
  let authorizedOrigin: string | undefined;
  const urlOf = (path: string): string =>
    /^https?:/.test(path) ? path : new URL(path, `${origin}/v2/${repository}/`).href;
  const attempt = ({ path, method = "GET", ...rest }: OciRequest): Promise<SentAnswer> => {
    const url = urlOf(path);
    // A registry may have uploads sent elsewhere, but not the login.
    const isOwn = new URL(url).origin === origin;
    const login = isOwn ? { authorization, authorizedOrigin } : {};
    return http.send({ ...rest, method, url, name, identity: basic ?? "", ...login });
  };
  return {
    name,
    addressOf: (path) => ({
      url: urlOf(path),
      ...(authorization !== undefined && { authorization, authorizedOrigin }),
    }),
    send: async (request) => {
      const answer = await attempt(request);
      if (answer.status !== 401) return answer;
      const challenge = answer.headers["www-authenticate"] ?? "";
      const actions =
        request.method === undefined || request.method === "GET" || request.method === "HEAD"
          ? "pull"
          : "pull,push";
      const scope = `repository:${repository}:${actions}`;
      // A mirror gets its own login, not the one of the registry.
      const isMirror = answer.url.origin !== origin;
      const own = isMirror ? basicOf(answer.url.host) : basic;
      const fresh = await answerChallenge(challenge, { http, basic: own, scope, name, origin });
      if (fresh === undefined || fresh === authorization) return answer;
      authorization = fresh;
      authorizedOrigin = answer.url.origin;
      return attempt(request);
    },
  };
}

/** Docker Hub has several names; registries on this machine have no certificates. */
function locate({ registry, repository }: Place): { readonly origin: string; readonly repository: string } {
  if (hostOf(registry) === "docker.io")
    return {
      origin: "https://registry-1.docker.io",
      repository: repository.includes("/") ? repository : `library/${repository}`,
    };
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(registry);
  return { origin: `${isLocal ? "http" : "https"}://${registry}`, repository };
}

function hostOf(registry: string): string {
  const [host = ""] = registry.replace(/^https?:\/\//, "").split("/", 1);
  return ["index.docker.io", "registry-1.docker.io"].includes(host) ? "docker.io" : host;
}

type ChallengeDeps = {
  readonly http: HttpClient;
  readonly basic: string | undefined;
  readonly scope: string;
  readonly name: string;
  readonly origin: string;
};

async function answerChallenge(challenge: string, deps: ChallengeDeps): Promise<string | undefined> {
  const { basic, name } = deps;
  if (/^basic\b/i.test(challenge)) return basic && `Basic ${basic}`;
  if (!/^bearer\b/i.test(challenge)) return undefined;
  const fields = readFields(challenge);
  const realm = fields.get("realm") ?? "";
  const url = URL.canParse(realm) ? new URL(realm) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && deps.origin.startsWith("http:"));
  if (url === undefined || !isSafe)
    throw new SkillError("source-unavailable", {
      source: name,
      reason: "it wants a login at an address that is not https",
    });
  const service = fields.get("service");
  if (service !== undefined) url.searchParams.set("service", service);
  url.searchParams.set("scope", fields.get("scope") ?? deps.scope);
  const authorization = basic && `Basic ${basic}`;
  const answer = expectGood(await deps.http.send({ method: "GET", url, name, authorization }), { name });
  const body = parseJson(Buffer.from(answer.bytes).toString());
  const token = isJsonObject(body) ? (body.token ?? body.access_token) : undefined;
  return typeof token === "string" && /^[\x21-\x7e]+$/.test(token) ? `Bearer ${token}` : undefined;
}

function readFields(challenge: string): ReadonlyMap<string, string> {
  const found = challenge.slice(0, 4096).matchAll(/([a-z_]{1,40})="([^"]{0,1000})"/gi);
  return new Map([...found].map(([, key = "", value = ""]) => [key.toLowerCase(), value]));
}

const dockerConfig = z.object({
  auths: z.record(z.string(), z.object({ auth: z.string().optional() })).default({}),
});

/** The logins of a Docker `config.json`. Those that a credential helper keeps are not read: that would run a program. */
export function readDockerConfig(text: string, path = "config.json"): readonly RegistryLogin[] {
  const config = dockerConfig.safeParse(parseJson(text));
  if (!config.success)
    throw new SkillError("config-invalid", {
      path,
      reason: "expected JSON with `auths`, as `docker login` writes it",
    });
  return Object.entries(config.data.auths).flatMap(([registry, { auth }]) =>
    auth !== undefined && /^[A-Za-z0-9+/=]+$/.test(auth) ? [{ registry, basic: auth }] : [],
  );
}

/** A blob or manifest by digest, from the cache if it is there. */
export async function fetchByDigest(client: OciClient, http: HttpClient, path: string): Promise<Uint8Array> {
  const digest = path.slice(path.indexOf("/") + 1);
  const [, hex = ""] = /^sha256:([0-9a-f]{64})$/.exec(digest) ?? [];
  if (hex === "")
    throw new SkillError("package-invalid", {
      source: client.name,
      reason: "it uses digests other than SHA-256",
    });
  const name = `${client.name}@${digest}`;
  const maxBytes = packagingLimits.downloadBytes;
  const request = { ...client.addressOf(path), name, accept: manifestTypes, maxBytes };
  return http.download(request, { algorithm: "sha256", hex });
}

export const manifestType = "application/vnd.oci.image.manifest.v1+json";
export const indexType = "application/vnd.oci.image.index.v1+json";
export const manifestTypes: string = `${manifestType}, ${indexType}`;
