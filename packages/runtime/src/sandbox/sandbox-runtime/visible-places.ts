import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { lookAtMachine } from "../machine/look-at-machine.ts";
import { refuseWideFolder } from "../machine/refuse-wide-folder.ts";
import { type Place, traceAll } from "../machine/trace-links.ts";
import type { RunRequest } from "../sandbox.ts";
import type { RuntimeSandboxOptions } from "./create-runtime-sandbox.ts";

/** Everything a program may see: what the request lists, and the system's programs and libraries. */
export function visiblePlaces(request: RunRequest, options: RuntimeSandboxOptions): readonly string[] {
  const { home } = options;
  const homes = home === undefined ? [] : [home, ...traceAll([home]).map(({ real }) => real)];
  const given = traceAll([...request.readable, ...request.writable]);
  for (const { real } of given) refuseWideFolder(real, homes);
  if (options.isMac) return [...given.flatMap(namesOf), ...macPlaces];
  const { places, links } = lookAtMachine({ path: options.path, homes, network: request.network });
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
