import { compileGlob } from "@skillwright/core/text";

/** What a source is, by the way it is written. */
export type SourceKind = "git" | "local" | "site" | "npm" | "hub" | "oci";

/** The kind of a source as `formatSource` writes it. */
export function sourceKind(source: string): SourceKind {
  const scheme = /^(npm|hub|oci):/.exec(source)?.[1];
  if (scheme === "npm" || scheme === "hub" || scheme === "oci") return scheme;
  if (/^(?:\.{0,2}\/|\.{1,2}$|~|[A-Za-z]:[\\/]|file:)/.test(source)) return "local";
  return /^https?:/.test(source) ? "site" : "git";
}

/**
 * One spelling for all ways to write a source: host and path in lower case, without user, default port, `.git`, version and fragment. A rule
 * about `github:acme/skills` then covers `https://github.com/Acme/skills.git` and `git@github.com:acme/skills` too.
 */
export function canonicalSource(source: string): string {
  const text = source.trim().toLowerCase();
  if (/^(?:npm|hub|oci):/.test(text)) return withoutVersion(text);
  if (sourceKind(text) === "local") return text.replace(/^file:\/\//, "").replace(/^(?:\.\/)+/, "");
  const [place = ""] = decode(text).split(/[#?]/, 1);
  const plain = place
    .replace(/^[\w.-]+@(?=(?:github|gitlab|git\+|https?|ssh|git):)/, "")
    .replace(/^git\+/, "")
    .replace(/^github:(?!\/\/)/, "github.com/")
    .replace(/^gitlab:(?!\/\/)/, "gitlab.com/")
    .replace(/^[a-z]+:\/\//, "")
    .replace(/^[^/@]*@(?=[^/]+[:/])/, "");
  const [host = ""] = /^[^/:]+(?::\d+(?=\/|$))?/.exec(plain) ?? [];
  const rest = host === "" ? "" : plain.slice(host.length).replace(/^[:/]/, "");
  const parts = rest.split("/");
  const [last = ""] = parts.at(-1)?.split("@", 1) ?? [];
  const named = parts.with(-1, last).filter((part) => part !== "" && part !== ".");
  const path = named.map((part) => (part.endsWith(".git") ? part.slice(0, -4) : part)).join("/");
  const name = host.replace(/:(?:443|80|22|9418)$/, "").replace(/\.$/, "");
  const isHost = /[.:*]/.test(name) || name === "localhost" || path === "";
  return isHost ? `${name}${path === "" ? "" : `/${path}`}` : `github.com/${name}/${path}`;
}

/** A scope starts with an `@` that is no version; the port of a registry comes before the first `/`. */
function withoutVersion(text: string): string {
  const [place = ""] = text.replace(/^oci:\/\//, "oci:").split(/(?<=[^:/])@/, 1);
  const tag = place.lastIndexOf(":");
  const isTagged = place.startsWith("oci:") && place.includes("/") && tag > place.lastIndexOf("/");
  return isTagged ? place.slice(0, tag) : place;
}

function decode(text: string): string {
  try {
    return decodeURI(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

/** Whether a source matches a pattern: `*` inside one part of the path, `**` any parts; a pattern covers everything below it. */
export function matchesSource(source: string, pattern: string): boolean {
  if (pattern.trim() === "*" || pattern.trim() === "**") return true;
  const wanted = canonicalSource(pattern);
  const found = canonicalSource(source);
  const upward = /^(?:\.\.\/)*/.exec(found)?.[0] ?? "";
  const rest = found.slice(upward.length);
  // Elsewhere in a path, `..` leads out of what a pattern covers.
  if (!wanted.startsWith(upward) || rest.split("/").includes("..")) return false;
  return compileGlob(wanted.slice(upward.length))(rest);
}
