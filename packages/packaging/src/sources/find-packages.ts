import {
  type DiscoveryFinding,
  type FileSystem,
  manifestKinds,
  type PackageNeeds,
  readPackage,
} from "@skillwright/core/discover";
import { decodeUtf8, isJsonObject, parseJson } from "@skillwright/core/text";
import { packagingLimits } from "../limits.ts";
import type { FileTree } from "../tree/file-tree.ts";

/** A folder that a package declares for its skills. */
export type PackageFolder = {
  readonly folder: string;
  /** The name of the package. */
  readonly name: string;
  /** The format rejects skills that violate the standard. */
  readonly isStrict: boolean;
  readonly needs?: PackageNeeds;
};

type FoundPackages = {
  readonly packages: readonly PackageFolder[];
  readonly findings: readonly DiscoveryFinding[];
};

/** The packages and plugins of a tree, by their manifests and by the marketplace of Claude Code. */
export function findPackages(fs: FileSystem, { entries }: FileTree): FoundPackages {
  const packages: PackageFolder[] = [];
  const findings: DiscoveryFinding[] = [];
  for (const folder of manifestFolders(entries.map(({ path }) => path))) {
    const found = readPackage(fs, `/${folder}`, fs.list(`/${folder}`));
    if (found === undefined) continue;
    const { outcome } = found;
    if ("reason" in outcome) {
      if (outcome.isForeign) continue;
      const path = found.file.replace(/^\/+/, "");
      const { reason } = outcome;
      findings.push({ code: "package-manifest-invalid", severity: "error", path, args: { reason } });
      continue;
    }
    const { name, strict = false, needs } = outcome;
    for (const { path } of outcome.skills)
      packages.push({ folder: joined(folder, path), name, isStrict: strict, ...(needs && { needs }) });
  }
  for (const { path } of entries)
    if (path.endsWith(marketplace) && /^(?:.*\/)?\.claude-plugin\//.test(path))
      packages.push(...readMarketplace(fs, path));
  return { packages, findings };
}

const marketplace = ".claude-plugin/marketplace.json";

function manifestFolders(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    const fits = manifestKinds.filter(({ file }) => path === file || path.endsWith(`/${file}`));
    // `.claude-plugin/plugin.json` is not the `plugin.json` of a folder `.claude-plugin`.
    const length = Math.max(-1, ...fits.map(({ file }) => file.length));
    if (length > 0) folders.add(path.slice(0, Math.max(0, path.length - length - 1)));
  }
  return folders;
}

function joined(folder: string, path: string): string {
  return folder === "" || path === "" ? folder + path : `${folder}/${path}`;
}

/** Plugins in the same repository. Those elsewhere are sources of their own. */
function readMarketplace(fs: FileSystem, path: string): readonly PackageFolder[] {
  const text = decodeUtf8(fs.read(`/${path}`, packagingLimits.marketplaceBytes).bytes);
  const fields = parseJson(text ?? "");
  const plugins = isJsonObject(fields) && Array.isArray(fields.plugins) ? fields.plugins : [];
  const base = path.slice(0, Math.max(0, path.length - marketplace.length - 1));
  return plugins.slice(0, packagingLimits.marketplacePlugins).flatMap((plugin): readonly PackageFolder[] => {
    if (!isJsonObject(plugin) || typeof plugin.source !== "string") return [];
    const inside = pathInside(plugin.source);
    const outcome = claudePlugin?.read({ name: plugin.name, skills: plugin.skills });
    if (inside === undefined || outcome === undefined || "reason" in outcome) return [];
    const { name } = outcome;
    const named = outcome.skills.filter(({ isDefault }) => !isDefault);
    const folders = named.length > 0 ? named : outcome.skills;
    return folders.map((one) => ({ folder: joined(joined(base, inside), one.path), name, isStrict: false }));
  });
}

const claudePlugin = manifestKinds.find(({ file }) => file === ".claude-plugin/plugin.json");

function pathInside(path: string): string | undefined {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return path.startsWith("/") || parts.includes("..") ? undefined : parts.join("/");
}
