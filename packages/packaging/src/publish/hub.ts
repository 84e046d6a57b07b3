import { SkillError } from "@skillwright/core";
import { type HubPublication, hubPaths, hubRefusalSchema } from "@skillwright/core/registry";
import { parseJson } from "@skillwright/core/text";
import { z } from "zod";
import { writeTarGz } from "../archives/write-tar.ts";
import type { HttpClient, SendRequest, SentAnswer } from "../http/client.ts";
import { statusReason } from "../http/failure.ts";
import { redactUrl } from "../http/safe-url.ts";
import { asFolder } from "../sources/hub.ts";
import { digestTree } from "../tree/file-tree.ts";
import { jsonBytes, sha256Of } from "./json-bytes.ts";
import { expectVersion, type Publication, type PublishOptions, type PublishPlan } from "./publication.ts";

export type HubPublishOptions = PublishOptions & {
  /** The name on the hub; that of the skill by default. */
  readonly package?: string | undefined;
};

/** Publishes a skill to a hub: its archive and signature by digest, then the version that names them. */
export async function publishHub(
  skill: Publication,
  { http, hub }: { readonly http: HttpClient; readonly hub: string },
  { package: name = skill.name, dryRun = false }: HubPublishOptions = {},
): Promise<PublishPlan> {
  const version = expectVersion(skill);
  // Without a folder around it, so that the hub can offer the same bytes as a site does.
  const archive = writeTarGz(skill.tree);
  const signature = skill.signature === undefined ? undefined : Buffer.from(skill.signature);
  const blobs = [archive, ...(signature === undefined ? [] : [signature])];
  const publication: HubPublication = {
    version,
    digest: digestTree(skill.tree),
    archive: describe(archive),
    description: skill.description,
    ...(signature && { signature: describe(signature) }),
  };
  const body = jsonBytes(publication);
  const requests = [
    ...blobs.map(
      (bytes) =>
        ({
          method: "PUT",
          path: hubPaths.blob(sha256Of(bytes)),
          bytes,
          type: "application/octet-stream",
        }) as const,
    ),
    { method: "POST", path: hubPaths.versions(name), bytes: body, type: "application/json" } as const,
  ];
  const items = requests.map(({ path, bytes }) => ({ path, size: bytes.length, digest: sha256Of(bytes) }));
  const destination = redactUrl(hub);
  if (dryRun) return { destination, items };
  let state: string | undefined;
  for (const { method, path, bytes, type } of requests) {
    const headers = { "content-type": type };
    const request: SendRequest = {
      method,
      url: new URL(path, asFolder(hub)),
      name: `hub:${name}@${version}`,
      body: bytes,
      headers,
    };
    const answer = await http.send(request);
    expectAccepted(answer, request.name);
    if (method === "POST") state = publishedSchema.safeParse(parseAnswer(answer)).data?.state;
  }
  return { destination, items, ...(state !== undefined && { state }) };
}

function describe(bytes: Uint8Array): { readonly digest: string; readonly size: number } {
  return { digest: sha256Of(bytes), size: bytes.length };
}

const publishedSchema = z.object({ state: z.string().max(100) });

function parseAnswer({ bytes }: SentAnswer): unknown {
  return parseJson(Buffer.from(bytes).toString());
}

function expectAccepted(answer: SentAnswer, source: string): void {
  if (answer.status < 300) return;
  const refusal = hubRefusalSchema.safeParse(parseAnswer(answer)).data;
  throw new SkillError("source-unavailable", {
    source,
    reason: refusal?.error.message.replace(/\.$/, "") ?? statusReason(answer),
  });
}
