import { createNodeFileSystem } from "@skillwright/core/node";
import {
  type Credential,
  createHttpClient,
  type HttpClient,
  type HttpOptions,
  lacksCapability,
  type NpmSettings,
  type RegistryLogin,
  readDockerConfig,
  readNpmrc,
} from "@skillwright/packaging";
import type { Io } from "../io.ts";
import { type Login, readLogins } from "./logins.ts";

/** What commands need to talk to sites, registries and the hub. */
export type Registries = {
  readonly http: HttpClient;
  readonly npm: NpmSettings;
  readonly ociLogins: readonly RegistryLogin[];
  /** The address of the hub, if the user has one. */
  readonly hub: string | undefined;
  /** Tokens that belong into addresses, for `withCapabilities`. */
  readonly capabilities: readonly Login[];
};

type RegistryIo = Pick<Io, "cwd" | "environment" | "place" | "signal">;

/** Reads proxies, tokens and logins from the environment, `.npmrc`, Docker's configuration and `skillwright login`. */
export function openRegistries(io: RegistryIo, options: HttpOptions = {}): Registries {
  const { environment, place } = io;
  const stored = readLogins(io);
  const logins = stored.filter(({ url }) => !lacksCapability(url));
  const named = (name: string): string | undefined => environment[name] || environment[name.toLowerCase()];
  const http = createHttpClient({
    proxy: { https: named("HTTPS_PROXY"), http: named("HTTP_PROXY"), none: named("NO_PROXY") },
    cacheFolder: `${place.cacheFolder}/downloads`,
    credentials: logins.map(toCredential),
    signal: io.signal(),
    ...options,
  });
  const dockerFolder = environment.DOCKER_CONFIG || `${place.home}/.docker`;
  const docker = readIfThere(`${dockerFolder}/config.json`);
  return {
    http,
    npm: readNpmrc(npmrcFiles(io), environment),
    ociLogins: [
      ...logins.flatMap(toRegistryLogin),
      ...(docker === undefined ? [] : readDockerConfig(docker)),
    ],
    capabilities: stored.filter(({ url }) => lacksCapability(url)),
    hub: environment.SKILLWRIGHT_HUB || logins.find(({ isHub }) => isHub)?.url,
  };
}

export function toCredential({ url, token, user }: Login): Credential {
  return {
    prefix: url,
    authorization: user === undefined ? `Bearer ${token}` : `Basic ${pair(user, token)}`,
  };
}

function toRegistryLogin({ url, token, user }: Login): readonly RegistryLogin[] {
  return user === undefined ? [] : [{ registry: new URL(url).host, basic: pair(user, token) }];
}

function pair(user: string, password: string): string {
  return Buffer.from(`${user}:${password}`).toString("base64");
}

/** The user's, then the project's. */
function npmrcFiles({ environment, place, cwd }: RegistryIo): Parameters<typeof readNpmrc>[0] {
  const user = readIfThere(environment.NPM_CONFIG_USERCONFIG || `${place.home}/.npmrc`);
  const project = cwd === place.home ? undefined : readIfThere(`${cwd}/.npmrc`);
  return [
    ...(user === undefined ? [] : [{ text: user }]),
    ...(project === undefined ? [] : [{ text: project, isProject: true }]),
  ];
}

function readIfThere(path: string): string | undefined {
  const fs = createNodeFileSystem();
  const real = fs.realPath(path);
  if (real === undefined || fs.stat(real)?.kind !== "file") return undefined;
  return new TextDecoder().decode(fs.read(real, maxBytes).bytes);
}

const maxBytes = 1_048_576;
