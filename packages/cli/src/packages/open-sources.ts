import { SkillError } from "@skillwright/core";
import type { Config } from "@skillwright/core/config";
import { createNodeFileSystem } from "@skillwright/core/node";
import {
  type CacheFolders,
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
import { withCapabilities } from "../registries/capabilities.ts";
import { openRegistries, type Registries } from "../registries/open-registries.ts";
import { createSourceWatch } from "./watch-sources.ts";

export type OpenedSources = {
  readonly sourceOf: (spec: SourceSpec) => Source;
  close(): Promise<void>;
};

export type SourcesOptions = {
  readonly offline: boolean;
  /** No progress on the terminal. */
  readonly quiet: boolean;
  readonly mirrors: Config["mirrors"];
};

/** Every kind of source, with the proxies, tokens and logins of this user. Each is opened when it is first needed. */
export function openSources(io: Io, { offline, quiet, mirrors }: SourcesOptions): OpenedSources {
  const { watch, onGit, onDownload } = createSourceWatch(io);
  let registries: Registries | undefined;
  let git: GitSource | undefined;
  const web = (): Registries => {
    const rows = Object.entries(mirrors).map(([prefix, mirror]) => ({ prefix, mirror }));
    registries ??= openRegistries(io, { offline, mirrors: rows, onProgress: onDownload });
    return registries;
  };
  const openGit = (): GitSource => {
    git ??= createGitSource({
      asksOnce: true,
      folder: cacheFolders(io).git,
      now: io.today,
      ...{ offline, mirrors },
      environment: io.environment,
      signal: io.signal(),
      onProgress: onGit,
    });
    return git;
  };
  const open = (spec: SourceSpec): Source => {
    switch (spec.kind) {
      case "local":
        return createLocalSource(createNodeFileSystem());
      case "git":
        return openGit();
      case "site":
        return withCapabilities(createSiteSource(web().http), web().capabilities);
      case "npm":
        return createNpmSource(web().http, web().npm);
      case "oci":
        return createOciSource({ http: web().http, logins: web().ociLogins });
      case "hub":
        return createHubSource(web().http, hubOf(spec, web()));
    }
  };
  return {
    sourceOf: (spec) => (quiet ? open(spec) : watch(open(spec))),
    close: async () => {
      registries?.http.close();
      await git?.close();
    },
  };
}

export function cacheFolders({ place }: Pick<Io, "place">): CacheFolders {
  const { cacheFolder } = place;
  return {
    git: `${cacheFolder}/git`,
    downloads: `${cacheFolder}/downloads`,
    packages: `${cacheFolder}/packages`,
  };
}

function hubOf(spec: SourceSpec, { hub }: Registries): string {
  if (hub !== undefined) return hub;
  const reason = "you have no hub; run `skillwright login URL --hub` or set SKILLWRIGHT_HUB";
  throw new SkillError("source-unavailable", { source: formatSource(spec), reason });
}
