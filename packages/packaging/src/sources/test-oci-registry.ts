import type { IncomingMessage, ServerResponse } from "node:http";
import { isJsonObject, parseJson } from "@skillwright/core/text";
import { hashOf } from "../http/download-cache.ts";
import { startServer, type TestServer } from "../http/test-servers.ts";

export type RegistryTraits = {
  /** `user:password`; tokens are then given out at `/token`, or wanted as they are with `basic`. */
  readonly user?: string;
  readonly basic?: boolean;
  /** Whether it answers what refers to a digest. */
  readonly referrers?: boolean;
};

type Stored = { readonly bytes: Buffer; readonly type: string };
export type TestRegistry = TestServer & { readonly host: string; readonly stored: Map<string, Stored> };

/** An OCI registry with the parts of the protocol that are used: blobs, manifests, tags, referrers, logins. */
export async function startOciRegistry(traits: RegistryTraits = {}): Promise<TestRegistry> {
  const stored = new Map<string, Stored>();
  let url = "";
  const server = await startServer((request, response) => {
    if (!admit(request, response, { traits, url })) return;
    const { pathname, searchParams } = new URL(request.url ?? "", url);
    const [, repository = "", kind = "", reference = ""] =
      /^\/v2\/(.+?)\/(blobs|manifests|tags|referrers)\/(.*)$/.exec(pathname) ?? [];
    const key = `${repository}/${kind}/${reference}`;
    if (request.method === "POST") {
      response.writeHead(202, { location: `/v2/${repository}/blobs/uploads/one?state=x` }).end();
    } else if (request.method === "PUT") {
      const type = request.headers["content-type"] ?? "";
      const digest = `sha256:${hashOf("sha256", request.body)}`;
      const isBlob = kind === "blobs";
      if (isBlob && searchParams.get("digest") !== digest) return response.writeHead(400).end();
      for (const name of isBlob ? [digest] : [reference, digest])
        stored.set(`${repository}/${kind}/${name}`, { bytes: request.body, type });
      const subject = traits.referrers ? subjectOf(request.body) : undefined;
      response.writeHead(201, { ...(subject !== undefined && { "oci-subject": subject }) }).end();
    } else if (kind === "tags") {
      response.end(JSON.stringify({ name: repository, tags: tagsOf(stored, repository) }));
    } else if (kind === "referrers" && traits.referrers) {
      response.end(JSON.stringify({ manifests: referrersOf(stored, reference) }));
    } else {
      const found = stored.get(key);
      if (found === undefined) response.writeHead(404).end();
      else
        response
          .writeHead(200, { "content-type": found.type, "content-length": found.bytes.length })
          .end(found.bytes);
    }
    return undefined;
  });
  url = server.url;
  return { ...server, host: new URL(url).host, stored };
}

type AdmitDeps = { readonly traits: RegistryTraits; readonly url: string };

function admit(request: IncomingMessage, response: ServerResponse, { traits, url }: AdmitDeps): boolean {
  const { user, basic = false } = traits;
  if (user === undefined) return true;
  const login = `Basic ${Buffer.from(user).toString("base64")}`;
  const { authorization } = request.headers;
  const { pathname, searchParams } = new URL(request.url ?? "", url);
  if (pathname === "/token") {
    const body = JSON.stringify({ token: `for-${searchParams.get("scope")}`.replaceAll(":", ".") });
    response.writeHead(authorization === login ? 200 : 401).end(body);
    return false;
  }
  const actions = request.method === "GET" || request.method === "HEAD" ? "pull" : "pull,push";
  const isGood = basic
    ? authorization === login
    : authorization?.startsWith("Bearer for-repository.") && authorization.endsWith(actions);
  const isPush = authorization?.endsWith("pull,push") ?? false;
  if (isGood || (!basic && isPush)) return true;
  const challenge = basic ? 'Basic realm="r"' : `Bearer realm="${url}/token",service="test"`;
  response.writeHead(401, { "www-authenticate": challenge }).end();
  return false;
}

function tagsOf(stored: ReadonlyMap<string, Stored>, repository: string): readonly string[] {
  const start = `${repository}/manifests/`;
  const names = [...stored.keys()]
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length));
  return names.filter((name) => !name.startsWith("sha256:"));
}

function subjectOf(bytes: Buffer): string | undefined {
  const manifest = parseJson(bytes.toString());
  const subject = isJsonObject(manifest) ? manifest.subject : undefined;
  return isJsonObject(subject) ? String(subject.digest) : undefined;
}

function referrersOf(stored: ReadonlyMap<string, Stored>, digest: string): readonly object[] {
  return [...stored].flatMap(([key, { bytes, type }]) => {
    const manifest =
      key.includes("/manifests/sha256:") && subjectOf(bytes) === digest && parseJson(bytes.toString());
    if (!isJsonObject(manifest)) return [];
    const { artifactType } = manifest;
    return [
      { mediaType: type, digest: `sha256:${hashOf("sha256", bytes)}`, size: bytes.length, artifactType },
    ];
  });
}
