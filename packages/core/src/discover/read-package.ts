import { SkillError } from "../error.ts";
import type { DirectoryEntry, FileSystem, ReadResult } from "../fs/file-system.ts";
import { parseYaml } from "../parse/parse-yaml.ts";
import { toPlain } from "../parse/yaml-node.ts";
import { isJsonObject, parseJson } from "../text/json.ts";
import { decodeUtf8 } from "../text/utf8.ts";
import { attempt } from "./attempt.ts";
import { resolveInside } from "./layout.ts";
import { discoverLimits } from "./limits.ts";
import { type ManifestKind, manifestKinds } from "./manifest-kinds.ts";
import { type PackageManifest, type Refusal, refuse } from "./package-manifest.ts";

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
