import type { Finding } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { writeTar, writeTarGz } from "../archives/write-tar.ts";
import { writeZip } from "../archives/write-zip.ts";
import { type Publication, readPublication } from "../publish/publication.ts";
import { digestTree, type FileTree, inFolder, linkTargetOf } from "../tree/file-tree.ts";
import { findProblems } from "./find-problems.ts";
import { createOciLayout } from "./oci-image.ts";
import { readFolder } from "./read-folder.ts";
import { readUaapsPackage, type UaapsPackage, uaapsManifest, wrapSkill } from "./uaaps-package.ts";

export const packFormats = ["tar", "skill", "uaaps", "oci"] as const;
export type PackFormat = (typeof packFormats)[number];

export type PackOptions = {
  readonly format: PackFormat;
  /** The time of every file, in seconds since 1970; 0 by default. */
  readonly time?: number;
};

/** A link is listed like a file whose content is its target. */
export type PackedFile = {
  readonly path: string;
  readonly size: number;
  readonly digest: string;
  readonly linksTo?: string;
};

export type Packing = {
  /** A name for the archive, such as `pdf-1.0.0.tar.gz`; undefined if there are findings about the skill. */
  readonly fileName: string | undefined;
  /** The content digest of the packed files, whatever the format. */
  readonly digest: string;
  readonly files: readonly PackedFile[];
  /** What the folder holds beside them. */
  readonly leftOut: readonly string[];
  /** Why it cannot be packed; empty if it can. */
  readonly findings: readonly Finding[];
  /** The archive; undefined if there are findings. The same files give the same bytes on every machine. */
  readonly bytes: Uint8Array | undefined;
};

/** Packs the skill in a folder, or, in the format `uaaps`, the package in a folder with a manifest. Writes nothing. */
export function packSkill(fs: FileSystem, directory: string, { format, time = 0 }: PackOptions): Packing {
  const { tree, leftOut } = readFolder(fs, directory);
  if (format === "uaaps" && tree.entries.some(({ path }) => path === uaapsManifest)) {
    const content = uaapsContent(readUaapsPackage(tree, directory));
    const packed = new Set(content.tree.entries.map(({ path }) => path));
    const others = tree.entries.map(({ path }) => path).filter((path) => !packed.has(path));
    const findings = findProblems(content.tree, directory);
    return toPacking(content, { findings, leftOut: [...leftOut, ...others].sort(), time });
  }
  const findings = findProblems(tree, directory);
  if (findings.length > 0)
    return {
      fileName: undefined,
      digest: digestTree(tree),
      files: listFiles(tree),
      leftOut,
      findings,
      bytes: undefined,
    };
  const content = skillContent(readPublication(tree, directory), { format, directory });
  return toPacking(content, { findings, leftOut, time });
}

/** What goes into an archive, and how it is written. */
type Content = {
  readonly fileName: string;
  readonly tree: FileTree;
  readonly write: (time: number) => Uint8Array;
};

function uaapsContent({ name, version, tree }: UaapsPackage): Content {
  // `@scope/name` cannot be a file's name.
  const fileName = `${name.replace(/^@/, "").replace("/", "--")}-${version}.aam`;
  return { fileName, tree, write: (time) => writeTarGz(tree, { time }) };
}

type SkillContent = { readonly format: PackFormat; readonly directory: string };

function skillContent(skill: Publication, { format, directory }: SkillContent): Content {
  const { name, version, tree } = skill;
  const base = version === undefined ? name : `${name}-${version}`;
  if (format === "tar")
    return { fileName: `${base}.tar.gz`, tree, write: (time) => writeTarGz(tree, { time }) };
  // Clients that take `.skill` files expect one folder around everything.
  if (format === "skill")
    return { fileName: `${base}.skill`, tree, write: (time) => writeZip(inFolder(tree, name), { time }) };
  // Registries know an image by its digest, so that its content has no time.
  if (format === "oci")
    return { fileName: `${base}.oci.tar`, tree, write: (time) => writeTar(createOciLayout(skill), { time }) };
  return uaapsContent(wrapSkill(skill, directory));
}

type Circumstances = Pick<Packing, "findings" | "leftOut"> & { readonly time: number };

function toPacking({ fileName, tree, write }: Content, { findings, leftOut, time }: Circumstances): Packing {
  const bytes = findings.length === 0 ? write(time) : undefined;
  return { fileName, digest: digestTree(tree), files: listFiles(tree), leftOut, findings, bytes };
}

function listFiles({ entries }: FileTree): readonly PackedFile[] {
  return entries.map((entry) => {
    const bytes = "linksTo" in entry ? Buffer.from(linkTargetOf(entry)) : entry.bytes;
    const file = { path: entry.path, size: bytes.length, digest: `sha256:${nodeSha256(bytes)}` };
    return "linksTo" in entry ? { ...file, linksTo: entry.linksTo } : file;
  });
}
