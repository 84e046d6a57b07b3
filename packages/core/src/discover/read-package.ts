import { SkillError } from "../error.ts";
import { attempt } from "../fs/file-error.ts";
import type { DirectoryEntry, FileSystem, ReadResult } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { parseYaml } from "../parse/parse-yaml.ts";
import { toPlain } from "../parse/yaml-node.ts";
import { isJsonObject, type JsonObject, parseJson } from "../text/json.ts";
import { decodeUtf8 } from "../text/utf8.ts";
import { resolveInside } from "./layout.ts";
import { discoverLimits } from "./limits.ts";
import {
  defaultFolder,
  type ManifestReader,
  type PackageManifest,
  type Refusal,
  refuse,
  type SkillFolder,
} from "./package-manifest.ts";
import { readNeeds } from "./package-needs.ts";
import { readAgentPlugin } from "./read-agent-plugin.ts";

/** A package's manifest file and its content. */
export type ReadPackage = {
  readonly file: string;
  readonly outcome: PackageManifest | Refusal;
  /** When the manifest was installed; unlike the modification time it cannot be set back. */
  readonly changedMs: number;
};

/** Reads the manifest in a folder, given its entries; undefined when the folder is not a package. */
export function readPackage(
  fs: FileSystem,
  folder: string,
  entries: readonly DirectoryEntry[],
): ReadPackage | undefined {
  const names = new Set(entries.map(({ name }) => name));
  let foreign: ReadPackage | undefined;
  for (const kind of manifestKinds) {
    if (!names.has(kind.file.split("/", 1)[0] ?? "")) continue;
    const found = readManifest(fs, folder, kind);
    if (found && !("reason" in found.outcome && found.outcome.isForeign)) return found;
    foreign ??= found;
  }
  return foreign;
}

function readManifest(fs: FileSystem, folder: string, kind: ManifestKind): ReadPackage | undefined {
  const file = `${folder}/${kind.file}`;
  if (attempt(() => fs.stat(file)) === undefined) return undefined;
  const content = readInside(fs, folder, file);
  if ("reason" in content) return { file, outcome: content, changedMs: 0 };
  const text = decodeUtf8(content.bytes)?.replace(/^\uFEFF/, "") ?? "";
  const fields = kind.file.endsWith(".yaml") ? parseYamlText(text) : parseJson(text);
  const outcome = isJsonObject(fields) ? kind.read(fields) : refuse("it is not a map of fields");
  return { file, outcome, changedMs: content.changedMs };
}

function readInside(fs: FileSystem, folder: string, file: string): ReadResult | Refusal {
  try {
    const real = resolveInside(fs, folder, file);
    if (real === undefined) return refuse("it is a link that leads out of the package");
    const content = fs.read(real, discoverLimits.packageManifestBytes);
    if (content.size <= discoverLimits.packageManifestBytes) return content;
    return refuse(`it has more than ${discoverLimits.packageManifestBytes} bytes`);
  } catch (error) {
    if (error instanceof SkillError) return refuse(error.code);
    throw error;
  }
}

function parseYamlText(text: string): unknown {
  const { node, problems } = parseYaml(text);
  return node && problems.length === 0 ? toPlain(node) : undefined;
}

type ManifestKind = {
  /** Path of the manifest inside its package. */
  readonly file: string;
  readonly read: ManifestReader;
};

/** Package formats. The first manifest found decides: the standard's before those of single agents. */
export const manifestKinds: readonly ManifestKind[] = [
  { file: "plugin.json", read: readAgentPlugin },
  { file: ".claude-plugin/plugin.json", read: readClaudePlugin },
  { file: ".codex-plugin/plugin.json", read: readPlugin },
  { file: ".cursor-plugin/plugin.json", read: readPlugin },
  { file: "gemini-extension.json", read: readExtension },
  { file: "package.agent.json", read: readUaapsPackage },
  { file: "package.agent.yaml", read: readUaapsPackage },
  { file: "aam.yaml", read: readAamPackage },
];

/** Claude Code: `skills/` plus the folders it names. */
function readClaudePlugin(fields: JsonObject): PackageManifest | Refusal {
  return toManifest(readName(fields), readFolders(fields.skills), (named) => [defaultFolder, ...named]);
}

/** Codex and Cursor: the folders it names, else `skills/`. */
function readPlugin(fields: JsonObject): PackageManifest | Refusal {
  return toManifest(readName(fields), readFolders(fields.skills), orDefault);
}

/** Gemini CLI: `skills/`. */
function readExtension(fields: JsonObject): PackageManifest | Refusal {
  return toManifest(readName(fields), [], orDefault);
}

/** UAAPS: the skills listed one by one, else the named folder, else `skills/`. */
function readUaapsPackage(fields: JsonObject): PackageManifest | Refusal {
  const folders = readFolders(artifactPaths(fields) ?? fields.skills);
  return withNeeds(toManifest(readScopedName(fields), folders, orDefault), fields);
}

/** AAM: the skills listed one by one. */
function readAamPackage(fields: JsonObject): PackageManifest | Refusal {
  const folders = readFolders(artifactPaths(fields));
  return withNeeds(
    toManifest(readScopedName(fields), folders, (named) => named),
    fields,
  );
}

function withNeeds(manifest: PackageManifest | Refusal, fields: JsonObject): PackageManifest | Refusal {
  const needs = readNeeds(fields);
  return "reason" in manifest || needs === undefined ? manifest : { ...manifest, needs };
}

function orDefault(named: readonly SkillFolder[]): readonly SkillFolder[] {
  return named.length === 0 ? [defaultFolder] : named;
}

function toManifest(
  name: string | Refusal,
  named: readonly SkillFolder[] | Refusal,
  choose: (named: readonly SkillFolder[]) => readonly SkillFolder[],
): PackageManifest | Refusal {
  if (typeof name !== "string") return name;
  if ("reason" in named) return named;
  return { name, skills: choose(named), unknownFields: [] };
}

function readName({ name }: JsonObject): string | Refusal {
  return isName(name) ? name : refuseName(name);
}

/** `@org/package` becomes `org--package`, like its folder. Names may not contain `--`, or two packages could clash. */
function readScopedName(fields: JsonObject): string | Refusal {
  const { name } = fields;
  if (typeof name !== "string" || !name.startsWith("@")) return readName(fields);
  const [scope, base, ...rest] = name.slice(1).split("/");
  return isName(scope) && isName(base) && rest.length === 0 ? `${scope}--${base}` : refuseName(name);
}

/** Names are part of `package:skill` and `skill@package`, so they may not contain these characters or spaces. */
function isName(name: unknown): name is string {
  if (typeof name !== "string" || name.length > limits.nameLength || name.includes("--")) return false;
  return /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(name);
}

function refuseName(name: unknown): Refusal {
  return refuse(name === undefined ? "it has no name" : `its name ${quote(name)} is not usable`);
}

/** The paths under `artifacts.skills`; undefined without such a list. */
function artifactPaths({ artifacts }: JsonObject): readonly unknown[] | undefined {
  const skills = isJsonObject(artifacts) ? artifacts.skills : undefined;
  return Array.isArray(skills) ? skills.map((entry) => (isJsonObject(entry) ? entry.path : null)) : undefined;
}

/** The folders named by one path or a list of paths. */
function readFolders(value: unknown): readonly SkillFolder[] | Refusal {
  if (value === undefined) return [];
  const paths: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (paths.length > discoverLimits.packageSkillFolders)
    return refuse(`it names more than ${discoverLimits.packageSkillFolders} folders of skills`);
  const folders: SkillFolder[] = [];
  for (const path of paths) {
    const inside = pathInside(path);
    if (inside === undefined) return refuse(`${quote(path)} is not a path inside the package`);
    folders.push({ path: inside, isDefault: false });
  }
  return folders;
}

/** The path without `.` and double slashes; undefined when it is absolute, contains `..` or is a Windows path. */
function pathInside(path: unknown): string | undefined {
  if (typeof path !== "string" || /^\/|^[A-Za-z]:|[\\\0]/.test(path)) return undefined;
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return parts.includes("..") ? undefined : parts.join("/");
}

/** A value of a manifest, short enough for a sentence. */
function quote(value: unknown): string {
  return JSON.stringify(value).slice(0, 80);
}
