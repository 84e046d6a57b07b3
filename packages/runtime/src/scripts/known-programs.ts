/** A program skills ask for: its command names, and how to get its version. */
export type KnownProgram = {
  readonly commands: readonly string[];
  /** `--version` if absent. */
  readonly version?: readonly string[];
};

/** The program a name in a skill's requirements stands for; undefined for a package or product. */
export function findKnownProgram(name: string): KnownProgram | undefined {
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
