import { compact, isJsonObject, type JsonObject } from "@skillwright/core/text";
import { gitSource, localSource, objectsIn, textIn } from "./foreign-values.ts";
import type { SkillWant } from "./wants.ts";

type Found = readonly (SkillWant | string)[];

/** The lock of Microsoft's apm. Only what the project itself asks for: the rest follows from it. */
export function readApmLock(file: JsonObject): Found {
  const list = Array.isArray(file.dependencies) ? file.dependencies.filter(isJsonObject) : [];
  const direct = list.filter(
    ({ depth, resolved_by }) => (depth === undefined || depth === 1) && !resolved_by,
  );
  const rest = list.length - direct.length;
  const found = direct.map((entry): SkillWant | string => {
    const repository = textIn(entry, "repo_url");
    const path = textIn(entry, "virtual_path");
    const name = (path ?? repository)
      ?.split("/")
      .at(-1)
      ?.replace(/\.git$/, "");
    const local = textIn(entry, "local_path");
    if (name !== undefined && local !== undefined) return { name, source: localSource(local) };
    if (repository === undefined || name === undefined) return "a dependency has no repository";
    const host = textIn(entry, "host") ?? "github.com";
    const address =
      host === "github.com" || repository.includes(":") ? repository : `https://${host}/${repository}`;
    const range = textIn(entry, "constraint");
    const ref =
      range === undefined ? (textIn(entry, "resolved_ref") ?? textIn(entry, "resolved_commit")) : undefined;
    return { name, source: gitSource(address, { path, ref }), ...compact({ range }) };
  });
  return rest === 0 ? found : [...found, `${rest} dependencies of dependencies: they are resolved again`];
}

/** `package.agent.json` of UAAPS. */
export function readUaapsManifest(file: JsonObject): Found {
  const lost = ["dependencyGroups", "extras", "resolutions", "systemDependencies", "permissionGrants"];
  return [
    ...rangesIn(file.dependencies),
    ...rangesIn(file.peerDependencies),
    ...rangesIn(file.optionalDependencies).map((one) => ({ ...one, optional: true })),
    ...lost.filter((key) => Object.hasOwn(file, key)).map((key) => `${key} has no counterpart here`),
  ];
}

/** `package.agent.lock` of UAAPS, versions 1 and 2. */
export function readUaapsLock(file: JsonObject): Found {
  return objectsIn(file.resolved).map(([full, entry]) => {
    const range = textIn(entry, "version");
    const source = uaapsSource(full, entry.source);
    return { name: shortName(full), source, ...compact({ range: isHubOrNpm(source) ? range : undefined }) };
  });
}

function uaapsSource(name: string, source: unknown): string {
  const market = typeof source === "string" ? /^marketplace:(.+)$/.exec(source)?.[1] : undefined;
  if (market !== undefined) return gitSource(market, {});
  if (typeof source === "string" && source.startsWith("npm:")) return source;
  const path = isJsonObject(source) ? textIn(source, "path") : undefined;
  return path === undefined ? `hub:${name}` : localSource(path);
}

function isHubOrNpm(source: string): boolean {
  return /^(?:hub|npm):/.test(source);
}

/** `aam.yaml`. */
export function readAamManifest(file: JsonObject): Found {
  return rangesIn(file.dependencies);
}

/** `aam-lock.yaml`. */
export function readAamLock(file: JsonObject): Found {
  return objectsIn(file.packages).flatMap(([full, entry]): Found => {
    const range = textIn(entry, "version");
    const wanted = { name: shortName(full), source: `hub:${full}`, ...compact({ range }) };
    const from = textIn(entry, "source_name");
    return from === undefined
      ? [wanted]
      : [wanted, `${full} came from the git source ${from}, whose address is not in the lock`];
  });
}

/** Packages with ranges, as wants from the hub. */
function rangesIn(map: unknown): readonly SkillWant[] {
  if (!isJsonObject(map)) return [];
  return Object.entries(map).map(([full, range]) => ({
    name: shortName(full),
    source: `hub:${full}`,
    ...compact({ range: typeof range === "string" && range !== "*" ? range : undefined }),
  }));
}

/** `@scope/name` as the name of a folder. */
function shortName(full: string): string {
  return full.replace(/^@/, "").replaceAll("/", "--");
}
