import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { SkillError } from "@skillwright/core";
import { isInside } from "@skillwright/core/path";
import { findProgram } from "../find-program.ts";
import { inspectMachine } from "../machine/inspect-machine.ts";
import { refuseWideFolder } from "../machine/refuse-wide-folder.ts";
import { type Place, traceAll } from "../machine/trace-links.ts";
import type { NetworkAccess, RunRequest } from "../sandbox.ts";
import type { RuntimeSandboxOptions } from "./create-runtime-sandbox.ts";
import type { LiteralPath, RuntimeConfig } from "./runtime-package.ts";

export type AccessRequest = {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Paths inside writable folders that must stay read-only. */
  readonly sealed: readonly string[];
  readonly network: NetworkAccess;
};

/**
 * The package's configuration for one run. By default it allows reading everything, so deny everything and list
 * what may be read as exceptions.
 */
export function runtimeAccess({
  readable,
  writable,
  sealed,
  network,
}: AccessRequest): Partial<RuntimeConfig> {
  return {
    filesystem: {
      // Listed separately because the first does not cover it.
      denyRead: ["/", "/sys"].map(toLiteral),
      allowRead: [...readable, ...writable].map(toLiteral),
      allowWrite: writable.map(toLiteral),
      denyWrite: sealed.map(toLiteral),
    },
    // Readable by every program unless declared as credentials.
    credentials: { files: ownFolders.map((path) => ({ path, mode: "deny" as const })) },
    ...(network === "all" ? {} : { network: { allowedDomains: [], deniedDomains: [] } }),
  };
}

/** The package's own temporary folders. */
const ownFolders: readonly string[] = ["/tmp/claude", "/private/tmp/claude"];

function toLiteral(path: string): LiteralPath {
  return { path, literal: true };
}

/** Everything a program may see: what the request lists, and the system's programs and libraries. */
export function visiblePaths(request: RunRequest, options: RuntimeSandboxOptions): readonly string[] {
  const { home } = options;
  const homes = home === undefined ? [] : [home, ...traceAll([home]).map(({ real }) => real)];
  const given = traceAll([...request.readable, ...request.writable]);
  for (const { real } of given) refuseWideFolder(real, homes);
  if (options.isMac) return [...given.flatMap(namesOf), ...macPlaces];
  const { places, links } = inspectMachine({ path: options.path, homes, network: request.network });
  return [...[...given, ...places].flatMap(namesOf), ...links.map(({ at }) => at), helperFolder()];
}

/** Its real path, and the links that lead there. */
function namesOf({ real, links }: Place): readonly string[] {
  return [real, ...links.map(({ at }) => at)];
}

/** The package's helper program, which runs inside. */
function helperFolder(): string {
  const main = createRequire(import.meta.url).resolve("@anthropic-ai/sandbox-runtime");
  return join(dirname(dirname(main)), "vendor/seccomp");
}

/** Where macOS, Homebrew and Apple's developer tools keep programs and libraries. */
const macPlaces: readonly string[] = [
  "/usr",
  "/bin",
  "/sbin",
  "/System",
  "/Library/Apple",
  "/Library/Developer",
  "/Library/Frameworks",
  "/Applications/Xcode.app",
  "/opt/homebrew",
  "/dev",
  "/private/etc/localtime",
  "/private/etc/protocols",
  "/private/etc/services",
  "/private/etc/ssl",
  "/private/var/db/dyld",
  "/private/var/db/timezone",
  "/private/var/db/xcode_select_link",
  "/private/var/select",
];

/** Throws if the program cannot be started or its folder does not exist; `visible` holds real paths. */
export function requireProgram(request: RunRequest, visible: readonly string[]): void {
  const { cwd, environment } = request;
  const [program] = request.command;
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    throw new SkillError("file-missing", { path: cwd });
  const isVisible = (path: string): boolean => visible.some((place) => isInside(place, path));
  const found = findProgram({ program, path: environment.PATH ?? "", cwd, isVisible });
  if ("path" in found) return;
  if (found.code === "program-missing") throw new SkillError("program-missing", { program });
  throw new SkillError("program-unusable", { program, reason: found.reason });
}
