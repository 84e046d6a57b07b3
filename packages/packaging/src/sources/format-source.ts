import { relative } from "node:path";
import { withoutCapability } from "../http/safe-url.ts";
import type { GitSpec, LocalSpec, SourceSpec } from "./source.ts";

/**
 * The canonical text of a source, which `parseSource` reads back. Local paths are relative to `from`, so that a lock is the same in every
 * checkout.
 */
export function formatSource(spec: SourceSpec, { from }: { readonly from?: string } = {}): string {
  switch (spec.kind) {
    case "git":
      return formatGit(spec);
    case "local":
      return named(spec, formatPath(from === undefined ? spec.path : relativeTo(from, spec.path)));
    case "site":
      // Locks and wants are shared, and whoever knows a token in a path has access.
      return withoutCapability(spec.url) + (spec.skill === undefined ? "" : `#${spec.skill}`);
    case "npm":
    case "hub":
      return `${spec.kind}:${spec.name}${spec.range === undefined ? "" : `@${spec.range}`}`;
    case "oci":
      return `oci:${spec.registry}/${spec.repository}${formatReference(spec.reference)}`;
  }
}

function named({ skill }: GitSpec | LocalSpec, text: string): string {
  return skill === undefined ? text : `${skill}@${text}`;
}

/** A space at the end would be trimmed. */
function formatPath(path: string): string {
  return path.trimEnd() === path ? path : `${path}/`;
}

function relativeTo(from: string, path: string): string {
  const text = relative(from, path).replaceAll("\\", "/");
  if (/^(?:\/|[A-Za-z]:)/.test(text)) return text;
  if (text === "" || text === ".." || text.startsWith("../")) return text || ".";
  return `./${text}`;
}

function formatReference(reference: string | undefined): string {
  if (reference === undefined) return "";
  return reference.startsWith("sha256:") ? `@${reference}` : `:${reference}`;
}

const hosted =
  /^https:\/\/(github)\.com\/([A-Za-z0-9][\w-]*\/[\w.-]+)\.git$|^https:\/\/(gitlab)\.com\/([\w.-]+(?:\/[\w.-]+)+)\.git$/;

function formatGit(spec: GitSpec): string {
  const { url, ref, path } = spec;
  const [, github, repository, gitlab, project] = hosted.exec(url) ?? [];
  const host = github ?? gitlab;
  // `git@github:…` would be an SSH address.
  const isShort = host !== undefined && !/[@#]/.test(path ?? "") && spec.skill !== "git";
  if (isShort) {
    const folder = path === undefined ? "" : `${host === "github" ? "" : "/-"}/${path}`;
    return named(spec, `${host}:${repository ?? project}${folder}${ref === undefined ? "" : `@${ref}`}`);
  }
  const prefix = /^https?:/.test(url) ? "git+" : "";
  const fragment = `${ref ?? ""}${path === undefined ? "" : `:${path}`}`;
  const isScp = !/^[a-z]+:\/\//.test(url);
  const tail = isScp ? fragment : encodeURI(fragment).replaceAll("#", "%23");
  return named(spec, `${prefix}${url}${fragment === "" ? "" : `#${tail}`}`);
}
