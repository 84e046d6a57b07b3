import { SkillError } from "@skillwright/core";
import { cutEnd } from "@skillwright/core/text";
import semver from "semver";
import { pathFault } from "../tree/path-fault.ts";

/** Throws `source-invalid`, to which `parseSource` adds the whole text. */
export function expectText(isRight: boolean, reason: string): asserts isRight {
  if (!isRight) throw new SkillError("source-invalid", { source: "", reason });
}

/** A range of versions, a version, or the name of a channel such as `latest`. */
export function checkRange(text: string): string {
  const range = text.trim();
  const isKnown = range !== "" && (semver.validRange(range) !== null || /^[a-z][\w.-]*$/i.test(range));
  expectText(isKnown && range.length <= 100, "expected a version or a range such as ^1.2 after @");
  return range;
}

/** A branch, tag or commit by git's rules for names, or a range of versions. */
export function checkRef(text: string): string {
  expectText(text !== "" && text.length <= 255, "expected a branch, tag, commit or version after @");
  expectText(!text.startsWith("-"), "a branch or tag cannot start with -");
  const isName = !/[\0- \x7f~^:?*[\\]|\.\.|@\{|\/\/|^[./]|[./]$|\.lock$|\/\.|^@$/.test(text);
  expectText(
    isName || semver.validRange(text) !== null,
    "what follows @ is not the name of a branch or tag, and not a range of versions",
  );
  return text;
}

/** The folder of a repository; undefined for the repository itself. */
export function checkFolder(text: string): string | undefined {
  const path = cutEnd(text.replace(/^\/+/, ""), /\//);
  if (path === "" || path === ".") return undefined;
  const fault = path.startsWith("-") ? "looks like an option" : pathFault(path);
  expectText(fault === undefined, `the folder ${JSON.stringify(path.slice(0, 80))} ${fault}`);
  return path;
}

/** An absolute URL without password and query, which would end up in locks and messages. Plain HTTP is for this machine alone. */
export function checkUrl(text: string): URL {
  expectText(URL.canParse(text), "it is not a valid URL");
  const url = new URL(text);
  expectText(
    url.password === "",
    "it contains a password; use a credential helper of git or a token instead",
  );
  expectText(
    url.search === "",
    "it contains a query, in which secrets would be stored; leave out the part from ?",
  );
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  expectText(url.protocol !== "http:" || isLocal, "http:// is not safe; use https://");
  const isHost = /^(?:[A-Za-z0-9_][A-Za-z0-9._-]*|\[[0-9a-f:.]+\])$/i.test(url.hostname);
  expectText(isHost || url.protocol === "file:", "it has no valid host");
  return url;
}
