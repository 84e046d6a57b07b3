import { isJsonObject, type JsonObject } from "@skillwright/core/text";
import { isLocalPath } from "../sources/parse-source.ts";

/** A text in a foreign object; undefined for anything else. */
export function textIn(map: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(map, key) ? map[key] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The objects in a map by key; anything else in it is left out. */
export function objectsIn(map: unknown): readonly (readonly [string, JsonObject])[] {
  if (!isJsonObject(map)) return [];
  return Object.entries(map).flatMap(([key, one]) => (isJsonObject(one) ? [[key, one] as const] : []));
}

/** A path as `skillwright add` takes it: `team/skills` alone would be a repository on GitHub, which anyone may own. */
export function localSource(path: string): string {
  return isLocalPath(path) ? path : `./${path}`;
}

/** A source in a git repository, as `skillwright add` takes it. */
export function gitSource(
  repository: string,
  { path, ref }: { readonly path?: string | undefined; readonly ref?: string | undefined },
): string {
  const folder = path === undefined || path === "" || path === "." ? "" : `/${path}`;
  const version = ref === undefined ? "" : `@${ref}`;
  if (/^[\w.-]+\/[\w.-]+$/.test(repository)) return `github:${repository}${folder}${version}`;
  const address = /^https?:/.test(repository) ? `git+${repository}` : repository;
  const inside = folder === "" ? "" : `:${folder.slice(1)}`;
  return ref === undefined && inside === "" ? address : `${address}#${ref ?? ""}${inside}`;
}
