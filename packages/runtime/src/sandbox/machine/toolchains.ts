import { dirname, isAbsolute, join } from "node:path";
import { isInside } from "@skillwright/core/path";

type Toolchain = {
  /** Relative to the user's home folder unless absolute. */
  readonly root: string;
  /** The subfolders to expose; all of them by default. */
  readonly parts?: readonly string[];
  /** Other folders that its programs need. */
  readonly also?: readonly string[];
};

const unixParts = ["bin", "lib", "lib64", "libexec", "share", "include"] as const;
const condaParts = [...unixParts, "envs", "ssl", "etc/fonts"] as const;
const brewParts = [...unixParts, "Cellar", "opt", "etc/ca-certificates", "etc/openssl@3"] as const;

/** Folders outside the system's that hold only programs. Many folders next to them in a home hold secrets. */
const toolchains: readonly Toolchain[] = [
  { root: ".pyenv" },
  { root: ".rbenv" },
  { root: ".nodenv" },
  { root: ".goenv" },
  { root: ".nvm/versions" },
  { root: ".local/share/fnm/node-versions" },
  { root: ".fnm/node-versions" },
  { root: ".volta", parts: ["bin", "tools"] },
  { root: ".asdf", parts: ["bin", "lib", "libexec", "shims", "installs", "plugins"] },
  { root: ".local/share/mise", parts: ["installs", "shims"] },
  { root: ".local/share/uv/python" },
  { root: ".local/share/pnpm" },
  {
    root: ".local/bin",
    also: [".local/share/uv/python", ".local/share/uv/tools", ".local/share/pipx/venvs"],
  },
  { root: ".npm-global", parts: unixParts },
  { root: ".bun/bin" },
  { root: ".deno/bin" },
  { root: ".cargo/bin", also: [".rustup/toolchains"] },
  { root: "go/bin" },
  { root: ".sdkman/candidates" },
  { root: ".ghcup/bin" },
  { root: "miniconda3", parts: condaParts },
  { root: "anaconda3", parts: condaParts },
  { root: "miniforge3", parts: condaParts },
  { root: "mambaforge", parts: condaParts },
  { root: ".linuxbrew", parts: brewParts },
  { root: "/home/linuxbrew/.linuxbrew", parts: brewParts },
  { root: "/opt/homebrew", parts: brewParts },
  { root: "/opt/conda", parts: condaParts },
  { root: "/opt/hostedtoolcache" },
];

/** Folders of the toolchains that PATH leads to; `entries` are absolute and without `..`. Some may not exist. */
export function toolchainFolders(entries: readonly string[], homes: readonly string[]): readonly string[] {
  const locate = (folder: string): readonly string[] =>
    isAbsolute(folder) ? [folder] : homes.map((home) => join(home, folder));
  const known = toolchains.flatMap(({ root, parts, also = [] }) => {
    const roots = locate(root).filter((place) => entries.some((entry) => isInside(place, entry)));
    if (roots.length === 0) return [];
    const own = roots.flatMap((place) => parts?.map((part) => join(place, part)) ?? [place]);
    return [...own, ...also.flatMap(locate)];
  });
  return [...new Set([...known, ...entries.flatMap(optionalFolders)])];
}

/** `/opt` also holds services with their settings, so expose only the conventional subfolders. */
function optionalFolders(entry: string): readonly string[] {
  const folder = dirname(entry);
  if (!isInside("/opt", entry) || folder === "/opt" || !/\/s?bin$/.test(entry)) return [];
  return [entry, ...unixParts.map((part) => join(folder, part))];
}
