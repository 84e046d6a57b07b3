import { isJsonObject, type JsonObject, parseJson } from "@skillwright/core/text";
import { startServer, type TestServer } from "../http/test-servers.ts";

/** An npm registry: packuments, tarballs, publishing. With a token, nothing without it. */
export async function startNpmRegistry(
  token?: string,
): Promise<TestServer & { readonly packages: Map<string, JsonObject> }> {
  const packages = new Map<string, JsonObject>();
  const tarballs = new Map<string, Buffer>();
  const server = await startServer((request, response) => {
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`)
      return response.writeHead(401).end();
    const path = decodeURIComponent((request.url ?? "").slice(1));
    const tarball = tarballs.get(path);
    if (tarball !== undefined) return response.end(tarball);
    if (request.method !== "PUT") {
      const found = packages.get(path);
      return found === undefined ? response.writeHead(404).end() : response.end(JSON.stringify(found));
    }
    const body = parseJson(request.body.toString());
    if (!isJsonObject(body) || !isJsonObject(body._attachments)) return response.writeHead(400).end();
    const known = packages.get(path);
    const versions = asObject(known?.versions);
    const added = asObject(body.versions);
    if (Object.keys(added).some((version) => version in versions)) return response.writeHead(409).end();
    for (const [version, manifest] of Object.entries(added)) {
      const url = new URL(String(asObject(asObject(manifest).dist).tarball));
      const [attachment] = Object.values(body._attachments);
      tarballs.set(
        decodeURIComponent(url.pathname.slice(1)),
        Buffer.from(String(asObject(attachment).data), "base64"),
      );
      packages.set(path, {
        name: path,
        "dist-tags": { ...asObject(known?.["dist-tags"]), ...asObject(body["dist-tags"]) },
        versions: { ...versions, [version]: manifest },
        time: { ...asObject(known?.time), [version]: "2026-01-13T10:30:00.000Z" },
      });
    }
    return response.writeHead(201).end("{}");
  });
  return { ...server, packages };
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
