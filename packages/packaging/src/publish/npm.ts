import { createHash } from "node:crypto";
import { SkillError } from "@skillwright/core";
import { writeTarGz } from "../archives/write-tar.ts";
import type { HttpClient } from "../http/client.ts";
import { statusReason } from "../http/failure.ts";
import { findPrefix, redactUrl } from "../http/safe-url.ts";
import { bundleSuffix } from "../sources/bundled-signatures.ts";
import { packumentUrl } from "../sources/npm.ts";
import type { NpmSettings } from "../sources/npmrc.ts";
import { createTree, inFolder } from "../tree/file-tree.ts";
import { jsonBytes, sha256Of } from "./json-bytes.ts";
import { expectVersion, type Publication, type PublishOptions, type PublishPlan } from "./publication.ts";

export type NpmPublishOptions = PublishOptions & {
  /** The name of the package; that of the skill by default. */
  readonly package?: string | undefined;
  readonly tag?: string | undefined;
};

export type NpmPublishDeps = { readonly http: HttpClient; readonly settings: NpmSettings };

/** Publishes a skill as an npm package: a manifest and the skill in `skills/NAME/`. */
export async function publishNpm(
  skill: Publication,
  { http, settings }: NpmPublishDeps,
  options: NpmPublishOptions = {},
): Promise<PublishPlan> {
  const name = options.package ?? skill.name;
  const { url, body, tarball } = planNpm(skill, settings, options);
  const items = [{ path: tarball.path, size: tarball.bytes.length, digest: sha256Of(tarball.bytes) }];
  const destination = redactUrl(settings.registryOf(name));
  if (options.dryRun) return { destination, items };
  const authorization = findPrefix(url, settings.credentials)?.authorization;
  const headers = { "content-type": "application/json" };
  const source = `npm:${name}@${skill.version}`;
  const answer = await http.send({ method: "PUT", url, name: source, body, headers, authorization });
  if (answer.status < 300) return { destination, items };
  const reason = answer.status === 409 ? "this version is already published (409)" : statusReason(answer);
  throw new SkillError("source-unavailable", { source, reason });
}

type NpmRequest = {
  readonly url: URL;
  readonly body: Uint8Array;
  readonly tarball: { readonly path: string; readonly bytes: Uint8Array };
};

function planNpm(skill: Publication, settings: NpmSettings, options: NpmPublishOptions): NpmRequest {
  const version = expectVersion(skill);
  const { package: name = skill.name, tag = "latest" } = options;
  const manifest = {
    name,
    version,
    description: skill.description,
    keywords: ["agent-skills"],
    ...(skill.license !== undefined && { license: skill.license }),
    files: ["skills"],
  };
  const entries = [
    { path: "package.json", bytes: jsonBytes(manifest, 2), executable: false },
    ...inFolder(skill.tree, `skills/${skill.name}`).entries,
    ...(skill.signature === undefined
      ? []
      : [
          {
            path: `skills/${skill.name}${bundleSuffix}`,
            bytes: Buffer.from(skill.signature),
            executable: false,
          },
        ]),
  ];
  const bytes = writeTarGz(inFolder(createTree(entries, name), "package"));
  const file = `${name}-${version}.tgz`;
  const url = packumentUrl(name, settings);
  const dist = {
    integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
    shasum: createHash("sha1").update(bytes).digest("hex"),
    tarball: new URL(`${name}/-/${file.slice(file.lastIndexOf("/") + 1)}`, settings.registryOf(name)).href,
  };
  const data = Buffer.from(bytes).toString("base64");
  const body = jsonBytes({
    _id: name,
    name,
    description: skill.description,
    "dist-tags": { [tag]: version },
    versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
    access: null,
    _attachments: { [file]: { content_type: "application/octet-stream", data, length: bytes.length } },
  });
  return { url, body, tarball: { path: file, bytes } };
}
