import { SkillError } from "@skillwright/core";
import {
  capabilityOf,
  findPrefix,
  lacksCapability,
  parseSource,
  type SiteSpec,
  type Source,
  withCapability,
  withoutCapability,
} from "@skillwright/packaging";
import { UsageError } from "../command.ts";
import type { Io } from "../io.ts";
import { type Login, readLogins, writeLogins } from "./logins.ts";

/**
 * A site at `https://HOST/t/TOKEN/`: whoever knows the token has access. Locks and wants are shared, so they have `/t/***` instead,
 * and the token is one of the user's logins.
 */
export function withCapabilities(source: Source<SiteSpec>, logins: readonly Login[]): Source<SiteSpec> {
  const complete = (spec: SiteSpec): SiteSpec => {
    if (!lacksCapability(spec.url)) return spec;
    const rows = logins.map(({ url, token }) => ({ prefix: url, token }));
    const login = findPrefix(new URL(spec.url), rows);
    if (login !== undefined) return { ...spec, url: withCapability(spec.url, login.token) };
    const reason = `its address has a token that you do not have; ask whoever gave you the project for it, then run \`skillwright login '${spec.url}' --token-stdin\``;
    throw new SkillError("source-unavailable", { source: spec.url, reason });
  };
  return {
    versions: async (spec) => source.versions(complete(spec)),
    resolve: async (spec) => source.resolve(complete(spec)),
    fetch: async (spec, release) => source.fetch(complete(spec), release),
  };
}

/** The tokens in sources that the user typed. One that differs from a stored one is refused: two sites would share one address. */
export function findCapabilities(texts: readonly string[], io: Pick<Io, "cwd" | "place">): readonly Login[] {
  const found = texts.flatMap((text): Login[] => {
    const spec = parseSource(text, { cwd: io.cwd, home: io.place.home });
    const token = spec.kind === "site" ? capabilityOf(spec.url) : undefined;
    return spec.kind === "site" && token !== undefined ? [{ url: withoutCapability(spec.url), token }] : [];
  });
  const known = [...readLogins(io), ...found];
  for (const { url, token } of found)
    if (known.some((login) => login.url === url && login.token !== token))
      throw new UsageError(
        `another token is stored for ${url}. To replace it, first run \`skillwright login '${url}' --remove\`.`,
      );
  return found;
}

/** Keeps tokens for the next command, in the file of `skillwright login`. */
export function keepCapabilities(found: readonly Login[], io: Pick<Io, "place">): void {
  const known = readLogins(io);
  const added = new Map(found.map((login) => [login.url, login]));
  for (const { url } of known) added.delete(url);
  if (added.size > 0) writeLogins(io, [...known, ...added.values()]);
}
