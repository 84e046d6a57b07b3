import { cutEnd } from "@skillwright/core/text";
import type { GitSpec } from "./source.ts";
import { checkFolder, checkRef, checkUrl, expectText } from "./source-text.ts";

/** `OWNER/REPO[/PATH][@REF]`, also with `#REF@SKILL` as other installers write it; GitLab has groups: `A/B/REPO/-/PATH`. */
export function parseGitShorthand(text: string, host: "github" | "gitlab"): GitSpec {
  const [, place = "", ref, fragment] = /^([^@#]*)(?:@(.*)|#(.*))?$/s.exec(text) ?? [];
  const [, ownRef = fragment, skill] = /^([^@]+)@([a-z0-9][a-z0-9-]*)$/.exec(fragment ?? "") ?? [];
  const { project, path } = host === "github" ? splitGithub(place) : splitGitlab(place);
  return toSpec({ url: `https://${host}.com/${project}.git`, ref: ref ?? ownRef, path, skill });
}

type Place = { readonly project: string; readonly path?: string };

function splitGithub(place: string): Place {
  const [owner = "", repository = "", ...folders] = place.split("/");
  expectText(/^[A-Za-z0-9][\w-]*$/.test(owner), "expected OWNER/REPO, then /FOLDER or @BRANCH-OR-TAG");
  return { project: `${owner}/${checkRepository(repository)}`, path: folders.join("/") };
}

function splitGitlab(place: string): Place {
  const [project, path = ""] = splitOnce(place, "/-/");
  const parts = project.split("/");
  expectText(parts.length >= 2, "expected gitlab:GROUP/REPO, then /-/FOLDER or @BRANCH-OR-TAG");
  return { project: parts.map(checkRepository).join("/"), path };
}

function checkRepository(text: string): string {
  let name = text;
  while (name.endsWith(".git")) name = name.slice(0, -4);
  expectText(/^[A-Za-z0-9._][\w.-]*$/.test(name) && !/^\.{1,2}$/.test(name), "expected OWNER/REPO");
  return name;
}

/** `git@host:path`, then `#REF:PATH`. */
export function parseScpUrl(text: string): GitSpec {
  const [address, fragment] = splitOnce(text, "#");
  const [, path = ""] = splitOnce(address, ":");
  expectText(path !== "" && !path.startsWith("-"), "its path is missing or looks like an option");
  return toSpec({ url: address, ...readFragment(fragment) });
}

/** Any URL that `git` takes, then `#REF:PATH`. */
export function parseGitUrl(text: string): GitSpec {
  const url = checkUrl(text);
  const { protocol, host, username, pathname } = url;
  const fragment = readFragment(decode(url.hash.slice(1)));
  if (protocol === "file:") {
    expectText(host === "" && pathname.length > 1, "expected file:///FOLDER");
    return toSpec({ url: `file://${cutEnd(pathname, /\//)}`, ...fragment });
  }
  expectText(pathname.length > 1 && !pathname.startsWith("/-"), "it names no repository");
  const isWeb = protocol === "https:" || protocol === "http:";
  if (isWeb) checkUser(url);
  const user = !isWeb && username !== "" ? `${username}@` : "";
  const path = cutEnd(pathname, /\//);
  const suffix = isWeb && /^(?:github|gitlab)\.com$/.test(host) && !path.endsWith(".git") ? ".git" : "";
  return toSpec({ url: `${protocol}//${user}${host}${path}${suffix}`, ...fragment });
}

/** Azure puts the organization there, which is no secret; anything else may be a token. */
function checkUser({ username, pathname }: URL): void {
  const isOrganization = username === "git" || username === pathname.split("/")[1];
  expectText(
    username === "" || isOrganization,
    "it contains a user name or token; use a credential helper of git instead",
  );
}

/** A web page of a repository or folder on a known kind of git host; undefined when the URL may be any site. */
export function parseWebUrl(text: string): GitSpec | undefined {
  const url = checkUrl(text);
  const host = url.host.replace(/^www\./, "");
  const segments = url.pathname
    .split("/")
    .filter((part) => part !== "")
    .map(decode);
  const ref = url.hash === "" ? undefined : decode(url.hash.slice(1));
  if (host === "skills.sh") return parseSkillsPage(segments);
  const isRepository = /\.git$/.test(segments.at(-1) ?? "") || segments.includes("_git");
  if (isRepository) return parseGitUrl(text);
  const page = readPage(host, segments);
  if (page === undefined) return undefined;
  checkUser(url);
  expectText(page.project.length >= 2, "expected the URL of a repository or of a folder in one");
  const project = page.project.map((part) => encodeURIComponent(checkRepository(part))).join("/");
  return toSpec({ url: `${url.protocol}//${host}/${project}.git`, ref: ref ?? page.ref, path: page.path });
}

/** The directory of skills shows `OWNER/REPO/SKILL` of GitHub. */
function parseSkillsPage([owner = "", repository = "", skill]: readonly string[]): GitSpec {
  return { ...parseGitShorthand(`${owner}/${repository}`, "github"), ...(skill && { skill }) };
}

type Page = { readonly project: readonly string[]; readonly ref?: string; readonly path?: string };

function readPage(host: string, segments: readonly string[]): Page | undefined {
  const dash = segments.indexOf("-");
  const isGitlab = /^gitlab\./.test(host);
  if (dash > 0) return readTail(segments.slice(0, dash), segments.slice(dash + 1));
  if (isGitlab) {
    const verb = segments.findIndex((part, index) => index >= 2 && /^(?:tree|blob)$/.test(part));
    return verb === -1 ? { project: segments } : readTail(segments.slice(0, verb), segments.slice(verb));
  }
  const isForge = /^(?:github\.|bitbucket\.org$|codeberg\.org$|gitea\.)/.test(host);
  return isForge ? readTail(segments.slice(0, 2), segments.slice(2)) : undefined;
}

/** What follows the repository: `tree/REF/PATH` and its relatives. */
function readTail(project: readonly string[], [verb, ...rest]: readonly string[]): Page {
  if (verb === undefined) return { project };
  const [ref, ...path] =
    /^(?:branch|tag|commit)$/.test(rest[0] ?? "") && verb === "src" ? rest.slice(1) : rest;
  if (verb === "releases" && rest[0] === "tag") return { project, ref: rest.slice(1).join("/") };
  if (verb === "commit" || verb === "commits") return { project, ref: ref ?? "" };
  if (verb === "tags") return { project, ref: rest.join("/") };
  const isFile = verb === "blob" || verb === "raw" || /^skill\.md$/i.test(path.at(-1) ?? "");
  const isTree = verb === "tree" || verb === "src" || isFile;
  expectText(isTree && ref !== undefined, "expected the URL of a repository or of a folder in one");
  if (isFile)
    expectText(/^skill\.md$/i.test(path.at(-1) ?? ""), "it is a single file; name the folder of the skill");
  return { project, ref, path: (isFile ? path.slice(0, -1) : path).join("/") };
}

/** `REF:PATH`; neither may be there. */
function readFragment(fragment: string | undefined): { readonly ref?: string; readonly path?: string } {
  const [ref, path] = splitOnce(fragment ?? "", ":");
  return { ...(ref !== "" && { ref }), ...(path !== undefined && { path }) };
}

type Parts = {
  readonly url: string;
  readonly ref?: string | undefined;
  readonly path?: string | undefined;
  readonly skill?: string | undefined;
};

function toSpec({ url, ref, path: folder = "", skill }: Parts): GitSpec {
  const path = checkFolder(folder);
  return {
    kind: "git",
    url,
    ...(ref !== undefined && { ref: checkRef(ref) }),
    ...(path !== undefined && { path }),
    ...(skill !== undefined && { skill }),
  };
}

function splitOnce(text: string, mark: string): readonly [string, string?] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
