import { SkillError } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import {
  createGitSource,
  createHubSource,
  createLocalSource,
  createNpmSource,
  createOciSource,
  createSiteSource,
  formatSource,
  type GitSource,
  type Source,
  type SourceSpec,
} from "@skillwright/packaging";
import type { Io } from "../io.ts";
import { openRegistries, type Registries } from "../registries/open-registries.ts";

export type OpenedSources = {
  readonly sourceOf: (spec: SourceSpec) => Source;
  close(): Promise<void>;
};

/** Every kind of source, with the proxies, tokens and logins of this user. Each is opened when it is first needed. */
export function openSources(io: Io, { offline }: { readonly offline: boolean }): OpenedSources {
  let registries: Registries | undefined;
  let git: GitSource | undefined;
  const web = (): Registries => {
    registries ??= openRegistries(io, offline ? { offline } : {});
    return registries;
  };
  const openGit = (): GitSource => {
    git ??= createGitSource({
      folder: `${io.place.cacheFolder}/git`,
      environment: io.environment,
      signal: io.signal(),
    });
    return git;
  };
  const sourceOf = (spec: SourceSpec): Source => {
    switch (spec.kind) {
      case "local":
        return createLocalSource(createNodeFileSystem());
      case "git":
        if (offline) throw new SkillError("source-offline", { source: formatSource(spec) });
        return openGit();
      case "site":
        return createSiteSource(web().http);
      case "npm":
        return createNpmSource(web().http, web().npm);
      case "oci":
        return createOciSource({ http: web().http, logins: web().ociLogins });
      case "hub":
        return createHubSource(web().http, hubOf(spec, web()));
    }
  };
  return {
    sourceOf,
    close: async () => {
      registries?.http.close();
      await git?.close();
    },
  };
}

function hubOf(spec: SourceSpec, { hub }: Registries): string {
  if (hub !== undefined) return hub;
  const reason = "you have no hub; run `skillwright login URL --hub` or set SKILLWRIGHT_HUB";
  throw new SkillError("source-unavailable", { source: formatSource(spec), reason });
}
