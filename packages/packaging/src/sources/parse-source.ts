import { resolve } from "node:path";
import { SkillError } from "@skillwright/core";
import { cutEnd } from "@skillwright/core/text";
import { packagingLimits } from "../limits.ts";
import { parseGitShorthand, parseGitUrl, parseScpUrl, parseWebUrl } from "./parse-git-source.ts";
import type { HubSpec, LocalSpec, NpmSpec, OciSpec, SiteSpec, SourceSpec } from "./source.ts";
import { checkRange, checkUrl, expectText } from "./source-text.ts";

/** Folders that texts of sources may be relative to. */
export type SourcePlace = { readonly cwd: string; readonly home: string };

/**
 * Reads a source as users write it; see `formatSource` for the canonical spelling of each kind. Throws `source-invalid`
 * for everything else. Nothing is looked up: whether a source exists is found out when it is used.
 */
export function parseSource(text: string, place: SourcePlace): SourceSpec {
  const source = text.trim();
  try {
    expectText(source !== "", "it is empty");
    expectText(source.length <= packagingLimits.sourceCharacters, "it is too long");
    expectText(!/[\0-\x1f\x7f]/.test(source) && source.isWellFormed(), "it contains control characters");
    return parseNamed(source, place) ?? parsePlain(source, place);
  } catch (error) {
    if (!(error instanceof SkillError) || error.code !== "source-invalid") throw error;
    const { reason = "" } = error.details;
    throw new SkillError("source-invalid", { source: withoutSecrets(source), reason }, { cause: error });
  }
}

/** A source for messages: without passwords and tokens. */
export function withoutSecrets(source: string): string {
  return (
    source
      .slice(0, packagingLimits.sourceCharacters)
      .replace(/\/\/[^/]*@/g, "//")
      .replace(/\?.*/s, "")
      // A capability path: whoever knows it has access.
      .replace(/\/t\/[^/]+/g, "/t/***")
      .slice(0, 200)
  );
}

/** `SKILL@SOURCE`: one skill of a source. */
function parseNamed(source: string, place: SourcePlace): SourceSpec | undefined {
  const [, skill, rest] = /^([a-z0-9]+(?:-[a-z0-9]+)*)@(.+)$/s.exec(source) ?? [];
  if (skill === undefined || rest === undefined || isScpUrl(source)) return undefined;
  const isSource = isLocalPath(rest) || /^[a-z+]+:/i.test(rest) || isScpUrl(rest) || shorthand.test(rest);
  if (!isSource) return undefined;
  const spec = parsePlain(rest, place);
  const isCollection = spec.kind === "git" || spec.kind === "local" || spec.kind === "site";
  expectText(isCollection, "a skill can be named only of a repository, a folder, an archive or a site");
  return isCollection ? { ...spec, skill } : spec;
}

const shorthand = /^[A-Za-z0-9_-]+\/[\w.-]+/;
const archiveName = /\.(?:tar\.gz|tgz|zip|skill|aam)$/i;

function isArchiveName(path: string): boolean {
  return archiveName.test(path);
}

function parsePlain(source: string, place: SourcePlace): SourceSpec {
  if (isLocalPath(source)) return parseLocal(source, place);
  const [, prefix = "", rest = ""] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(source) ?? [];
  switch (prefix.toLowerCase()) {
    case "npm":
      return parseNpm(rest);
    case "hub":
      return parseHub(rest);
    case "oci":
      return parseOci(rest.replace(/^\/\//, ""));
    case "github":
    case "gitlab":
      return parseGitShorthand(rest, prefix.toLowerCase() === "github" ? "github" : "gitlab");
    case "http":
    case "https":
      return parseWebUrl(source) ?? parseSite(source);
    case "ssh":
    case "file":
    case "git+https":
    case "git+http":
    case "git+ssh":
    case "git+file":
      return parseGitUrl(source.replace(/^git\+/i, ""));
  }
  if (isScpUrl(source)) return parseScpUrl(source);
  expectText(!/^[a-z][a-z0-9+.-]*:/i.test(source), `${prefix}: is not a supported kind; expected ${kinds}`);
  if (isArchiveName(source)) return parseLocal(source, place);
  expectText(shorthand.test(source), `expected ${kinds}`);
  return parseGitShorthand(source, "github");
}

const kinds =
  "OWNER/REPO, a git URL, ./FOLDER, an archive, https://SITE, npm:PACKAGE, hub:NAME or oci:REGISTRY/NAME";

/** `git@github:o/r` uses an alias of the SSH configuration, `pdf@github:o/r` is the skill pdf of a repository. */
function isScpUrl(source: string): boolean {
  const [, user, host] = /^([\w.-]+)@([A-Za-z0-9][A-Za-z0-9.-]*):(?!\/\/)./.exec(source) ?? [];
  if (user === undefined || host === undefined) return false;
  return user === "git" || !/^(?:github|gitlab|npm|hub|oci|[a-z])$/i.test(host);
}

/** Whether a source is a path of this machine. */
export function isLocalPath(source: string): boolean {
  return /^(?:\.{1,2}(?:[\\/]|$)|[\\/]|~(?:[\\/]|$)|[A-Za-z]:[\\/])/.test(source);
}

function parseLocal(source: string, { cwd, home }: SourcePlace): LocalSpec {
  const given = source.replaceAll("\\", "/");
  const path = given.startsWith("~") ? resolve(home, `.${given.slice(1)}`) : resolve(cwd, given);
  // A skill can be named by its file.
  return { kind: "local", path: path.replaceAll("\\", "/").replace(/(?<=.)\/SKILL\.md$/, "") };
}

/** npm's own rules for new names. */
const npmName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

function parseNpm(text: string): NpmSpec {
  const { name, range } = splitRange(text);
  expectText(name.length <= 214 && npmName.test(name), "expected npm:NAME or npm:@SCOPE/NAME, then @RANGE");
  return { kind: "npm", name, ...(range !== undefined && { range }) };
}

const hubName = /^(?:@?[a-z0-9][a-z0-9._-]*\/){0,2}[a-z0-9][a-z0-9._-]*$/i;

function parseHub(text: string): HubSpec {
  const { name, range } = splitRange(text);
  expectText(name.length <= 200 && hubName.test(name), "expected hub:NAME or hub:SPACE/NAME, then @RANGE");
  return { kind: "hub", name, ...(range !== undefined && { range }) };
}

/** The first character may be the `@` of a scope. */
function splitRange(text: string): { readonly name: string; readonly range?: string } {
  const at = text.indexOf("@", 1);
  if (at === -1) return { name: text };
  return { name: text.slice(0, at), range: checkRange(text.slice(at + 1)) };
}

const ociSource =
  /^([a-z0-9.-]+(?::\d{1,5})?)\/([a-z0-9._/-]+)(?::([\w][\w.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$/;
const ociRepository = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*$/;

/** A digest names the content for good, so that a tag next to it does not matter. */
function parseOci(text: string): OciSpec {
  const [, registry = "", repository = "", tag, digest] = ociSource.exec(text) ?? [];
  const isRegistry = /[.:]/.test(registry) || registry === "localhost";
  const isValid = isRegistry && !registry.startsWith("-") && ociRepository.test(repository);
  expectText(isValid, "expected oci:REGISTRY/NAME, then :TAG or @sha256:DIGEST");
  const reference = digest ?? tag;
  return { kind: "oci", registry, repository, ...(reference !== undefined && { reference }) };
}

const wellKnown = /\/\.well-known\/(?:agent-)?skills(?:\/([^/]*))?(?:\/.*)?$/;

/** Also takes the address of an index or of a skill in it. */
function parseSite(source: string): SiteSpec {
  const url = checkUrl(source);
  expectText(!isArchiveName(url.pathname), "download the archive, then name the file");
  expectText(url.username === "", "it contains a user name; configure a token for the site instead");
  const named = wellKnown.exec(url.pathname)?.[1];
  const skill = url.hash.slice(1) || (named === "index.json" ? undefined : named);
  expectText(!skill || /^[a-z0-9-]+$/.test(skill), "expected the name of a skill after #");
  const path = cutEnd(url.pathname.replace(wellKnown, ""), /\//);
  return { kind: "site", url: `${url.origin}${path}`, ...(skill && { skill }) };
}
