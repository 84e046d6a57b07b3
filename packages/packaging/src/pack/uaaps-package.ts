import { SkillError } from "@skillwright/core";
import { compileGlob, decodeUtf8, isJsonObject, parseJson } from "@skillwright/core/text";
import { z } from "zod";
import { describeIssue } from "../lock/format-fault.ts";
import type { Publication } from "../publish/publication.ts";
import { createTree, type FileTree, inFolder } from "../tree/file-tree.ts";
import { pathFault } from "../tree/path-fault.ts";

export type UaapsPackage = { readonly name: string; readonly version: string; readonly tree: FileTree };

export const uaapsManifest = "package.agent.json";

/** The fields of a UAAPS manifest that packing needs; others are for whoever installs the package. */
const manifestSchema = z.looseObject({
  name: z.string().regex(/^(?:@[a-z0-9][a-z0-9_-]{0,63}\/)?[a-z0-9][a-z0-9-]{0,63}$/, {
    error: "expected a package name such as pdf or @acme/pdf",
  }),
  version: z.string().regex(/^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]{1,64})?$/, {
    error: "expected a version such as 1.2.0",
  }),
  files: z
    .array(z.string().max(512).regex(/^[^!]/, { error: "expected a pattern that does not begin with !" }))
    .max(1000)
    .optional(),
  artifacts: z.record(z.string(), z.unknown()).optional(),
});

/** The package in a folder with a manifest: the files that `files` names, and what belongs to every package. */
export function readUaapsPackage(tree: FileTree, source: string): UaapsPackage {
  const file = tree.entries.find(({ path }) => path === uaapsManifest);
  const text = file !== undefined && "bytes" in file ? decodeUtf8(file.bytes) : undefined;
  const read = manifestSchema.safeParse(parseJson(text ?? ""));
  if (!read.success) throw invalid(source, `${uaapsManifest} is not valid: ${describeIssue(read.error)}`);
  const { name, version, files, artifacts = {} } = read.data;
  const matchers = files?.map((pattern) => compileGlob(pattern));
  const isPacked = (path: string): boolean =>
    matchers === undefined || alwaysPacked.test(path) || matchers.some((matches) => matches(path));
  const packed = createTree(
    tree.entries.filter(({ path }) => isPacked(path)),
    source,
  );
  const missing = artifactPaths(artifacts).find((path) => !hasPlace(packed, path));
  if (missing !== undefined)
    throw invalid(source, `${uaapsManifest} names ${JSON.stringify(missing)}, which is not packed`);
  return { name, version, tree: packed };
}

const alwaysPacked = /^(?:package\.agent\.(?:json|yaml)|(?:readme|licen[cs]e|changelog)(?:\.[a-z]{1,4})?)$/i;

function artifactPaths(artifacts: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.values(artifacts)
    .flatMap((list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []))
    .flatMap((one) =>
      isJsonObject(one) && typeof one.path === "string" ? [one.path.replace(/^\.\/|\/$/g, "")] : [],
    );
}

function hasPlace({ entries }: FileTree, path: string): boolean {
  if (pathFault(path) !== undefined) return false;
  return entries.some((entry) => entry.path === path || entry.path.startsWith(`${path}/`));
}

/** A package around one skill, with a manifest made of what its SKILL.md says. */
export function wrapSkill(skill: Publication, source: string): UaapsPackage {
  const { name, version, description, license, tree: files } = skill;
  if (version === undefined)
    throw invalid(source, "a UAAPS package has a version; set `metadata.version` in its SKILL.md");
  const path = `skills/${name}`;
  const manifest = { name, version, description, license, artifacts: { skills: [{ name, path }] } };
  const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
  const own = { path: uaapsManifest, bytes, executable: false };
  const tree = createTree([own, ...inFolder(files, path).entries], source);
  return readUaapsPackage(tree, source);
}

function invalid(source: string, reason: string): SkillError {
  return new SkillError("package-invalid", { source, reason });
}
