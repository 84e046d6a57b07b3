import type { SkillManifest, ToolDependency } from "@skillwright/core";
import { scriptsLimits } from "./limits.ts";
import { readBounds, type VersionBound } from "./version-bound.ts";

/** A program a skill needs. Anything not clearly a program (`pypdf`, `Chrome`) is not included. */
export type Requirement = {
  /** As written: `python>=3.10`. */
  readonly text: string;
  readonly program: KnownProgram;
  readonly bounds: readonly VersionBound[];
  /** From a machine-readable list, not from prose. */
  readonly isStated: boolean;
};

/**
 * The programs a skill says its scripts need, from its lists or otherwise from its prose. `commands` are words of its lists that are
 * certainly names of commands.
 */
export function readRequirements(
  {
    requirements,
    tools = [],
    compatibility,
  }: Pick<SkillManifest, "requirements" | "tools" | "compatibility">,
  commands: readonly string[] = [],
): readonly Requirement[] {
  const words = (requirements?.requires ?? []).flatMap((text) => readWord(text, commands.includes(text)));
  const stated = [...words, ...tools.flatMap(readTool)];
  const said = requirements === undefined ? readSentence(compatibility ?? "") : [];
  return [...stated, ...said].slice(0, scriptsLimits.requirements);
}

/** `git`, `python>=3.10`, `node >= 20, < 23`, `python 3.10+`. */
function readWord(text: string, isCommand: boolean): readonly Requirement[] {
  const [, name = "", signed, version = ""] =
    /^([a-z][\w.-]*)(?:\s*([<>=].*)|(\s+v?\d.*))?$/i.exec(text.trim()) ?? [];
  const known = findKnownProgram(name);
  // How an unknown program takes being asked for its version is unknown too.
  const bounds = known === undefined ? [] : readBounds(signed ?? version);
  const program = known ?? (isCommand && name !== "" ? { commands: [name] } : undefined);
  return program === undefined ? [] : [{ text: text.trim(), program, bounds, isStated: true }];
}

function readTool({ tool, required, minVersion }: ToolDependency): readonly Requirement[] {
  const program = findKnownProgram(tool);
  if (program === undefined || !required) return [];
  const bounds = minVersion === undefined ? [] : readBounds(`>=${minVersion.replace(/^\s*>=/, "")}`);
  const text = minVersion === undefined ? tool : `${tool} ${minVersion}`;
  return [{ text, program, bounds, isStated: true }];
}

/**
 * "Requires git, jq and Python 3.9 or newer": the items that are certainly programs. Without a word such as "requires",
 * as in "Python 3.10+, works offline", only those with a clear version.
 */
function readSentence(text: string): readonly Requirement[] {
  return text.split(/\.\s|\.$|[;\n()]/).flatMap((clause) => {
    const list = /(?<!\b(?:not|never|longer)\s{1,9})\b(?:requires?|needs?)\b:?\s(.*)$/is.exec(clause)?.[1];
    const items = (list ?? clause).split(/,|\band\b|&/).flatMap(readItem);
    return list === undefined ? items.filter(({ bounds }) => bounds.length > 0) : items;
  });
}

/** `git`, `Python 3.9 or newer`, `Node.js 20+`, `node >= 20`. */
function readItem(item: string): readonly Requirement[] {
  const text = item.trim();
  const [, name = "", signed, version = "", more] =
    /^([a-z][\w.-]*?)(?:\s*([<>=]=?\s*v?\d[\d.]*)|\s+v?(\d[\d.]*)(\+|\s+or\s+(?:newer|later|higher|greater|above))?)?$/i.exec(
      text,
    ) ?? [];
  const program = findKnownProgram(name);
  const bounds = readBounds(signed ?? (more === undefined ? "" : `${version}+`));
  return program === undefined ? [] : [{ text, program, bounds, isStated: false }];
}

/** A program skills ask for: its command names, and how to get its version. */
export type KnownProgram = {
  readonly commands: readonly string[];
  /** `--version` if absent. */
  readonly version?: readonly string[];
};

/** The program that a name in a skill's requirements means; undefined for a package or product. */
function findKnownProgram(name: string): KnownProgram | undefined {
  const key = name.toLowerCase();
  if (Object.hasOwn(renamed, key)) return renamed[key];
  return plain.has(key) ? { commands: [key] } : undefined;
}

/** Programs whose command differs from their name, or with another way to print the version. */
const renamed: Readonly<Record<string, KnownProgram>> = {
  python: { commands: ["python3", "python"] },
  "node.js": { commands: ["node"] },
  nodejs: { commands: ["node"] },
  pip: { commands: ["pip3", "pip"] },
  golang: { commands: ["go"], version: ["version"] },
  go: { commands: ["go"], version: ["version"] },
  kubectl: { commands: ["kubectl"], version: ["version", "--client"] },
  helm: { commands: ["helm"], version: ["version"] },
  rust: { commands: ["rustc"] },
  sqlite: { commands: ["sqlite3"] },
  postgresql: { commands: ["psql"] },
  imagemagick: { commands: ["magick", "convert"] },
  libreoffice: { commands: ["soffice", "libreoffice"] },
  poppler: { commands: ["pdftotext"], version: ["-v"] },
  "poppler-utils": { commands: ["pdftotext"], version: ["-v"] },
  pdftotext: { commands: ["pdftotext"], version: ["-v"] },
  graphviz: { commands: ["dot"], version: ["-V"] },
  ffmpeg: { commands: ["ffmpeg"], version: ["-version"] },
  ffprobe: { commands: ["ffprobe"], version: ["-version"] },
  ripgrep: { commands: ["rg"] },
  openssl: { commands: ["openssl"], version: ["version"] },
};

/** Programs whose name is their command and that accept `--version`. */
const plain: ReadonlySet<string> = new Set(
  `aws az bash bun cargo cmake composer curl deno docker dotnet exiftool gcc gcloud gem gh git gradle java javac jq julia
  make mvn mysql node npm npx pandoc perl php pip3 pipx pnpm podman poetry psql python3 rg rsync ruby rustc sed sh shellcheck
  soffice sqlite3 ssh tar terraform tesseract unzip uv uvx wget xmllint yarn yq zip zsh`.split(/\s+/),
);
