import { type HubSkill, hubPublicationSchema } from "@skillwright/core/registry";
import { parseJson } from "@skillwright/core/text";
import { hashOf } from "../http/download-cache.ts";
import { startServer, type TestServer } from "../http/test-servers.ts";

export type TestHub = TestServer & {
  readonly skills: Map<string, HubSkill>;
  readonly blobs: Map<string, Buffer>;
};

/** A hub in memory that wants a token for publishing. */
export async function startHub(token: string): Promise<TestHub> {
  const skills = new Map<string, HubSkill>();
  const blobs = new Map<string, Buffer>();
  const server = await startServer((request, response) => {
    const path = (request.url ?? "").replace(/^\/api\/v1\//, "");
    const isRead = request.method === "GET";
    if (!isRead && request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end();
    if (path.startsWith("blobs/")) {
      const digest = path.slice("blobs/".length);
      if (!isRead) blobs.set(`sha256:${hashOf("sha256", request.body)}`, request.body);
      const bytes = blobs.get(digest);
      return response.writeHead(bytes === undefined ? 404 : 200).end(isRead ? bytes : "");
    }
    const name = decodeURIComponent(path.replace(/^skills\//, "").replace(/\/versions$/, ""));
    const skill = skills.get(name);
    if (isRead) return response.writeHead(skill === undefined ? 404 : 200).end(JSON.stringify(skill ?? {}));
    const { description, ...version } = hubPublicationSchema.parse(parseJson(request.body.toString()));
    const before = skill?.versions ?? [];
    if (before.some((one) => one.version === version.version))
      return response.writeHead(409).end(
        JSON.stringify({
          error: { code: "VERSION_CONFLICT", message: "This version is already published." },
        }),
      );
    const publishedAt = "2026-01-13T10:30:00.000Z";
    skills.set(name, { name, description, versions: [...before, { ...version, publishedAt }] });
    return response.writeHead(201).end();
  });
  return { ...server, skills, blobs };
}
