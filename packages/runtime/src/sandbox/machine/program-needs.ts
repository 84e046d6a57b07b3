/** What a program cannot work without, besides its libraries and folders named after it. */
export type ProgramNeeds = {
  /** Other programs, by name. */
  readonly programs?: readonly string[];
  readonly folders?: readonly string[];
};

/** Utilities that shell scripts of the system use most; each is a mount, which costs time. */
export const shellUtilities: readonly string[] = [
  ...["awk", "basename", "cat", "cut", "dirname", "expr", "getopt", "grep", "head", "id", "ls", "readlink"],
  ...["sed", "sort", "tail", "tr", "uname", "which"],
];

const compiler: ProgramNeeds = {
  programs: ["as", "ld"],
  folders: ["/usr/include", "/usr/local/include", "/usr/lib/gcc", "/usr/libexec/gcc", "/usr/lib/bfd-plugins"],
};
const imageMagick: ProgramNeeds = { programs: ["gs"] };
const archive: ProgramNeeds = { programs: ["bzip2", "gzip", "xz", "zstd"] };

/**
 * Needs that neither a `#!` line nor a folder's name tells. Programs that run whatever a project or its user says are not
 * here: a list that names one allows every program.
 */
const rows: Readonly<Record<string, ProgramNeeds>> = {
  "c++": compiler,
  cc: compiler,
  clang: compiler,
  convert: imageMagick,
  "g++": compiler,
  gcc: compiler,
  gcloud: { programs: ["python3"] },
  gh: { programs: ["git"] },
  // Some of its subcommands are shell scripts; a repository with large files needs its filter.
  git: { programs: ["basename", "cat", "expr", "git-lfs", "head", "sed", "tr", "uname"] },
  identify: imageMagick,
  magick: imageMagick,
  mogrify: imageMagick,
  pandoc: {
    programs: ["lualatex", "pdflatex", "rsvg-convert", "tectonic", "typst", "weasyprint", "xelatex"],
  },
  pdflatex: { programs: ["kpsewhich", "mktexpk", "mktextfm"] },
  // What `psql`, `pg_dump` and the like are links to.
  pg_wrapper: { folders: ["/usr/lib/postgresql"] },
  rsync: { programs: ["ssh"] },
  scp: { programs: ["ssh"], folders: ["/usr/lib/openssh", "/usr/libexec/openssh"] },
  sftp: { programs: ["ssh"], folders: ["/usr/lib/openssh", "/usr/libexec/openssh"] },
  ssh: { folders: ["/usr/lib/openssh", "/usr/libexec/openssh"] },
  tar: archive,
  xelatex: { programs: ["kpsewhich", "mktexpk", "mktextfm", "xdvipdfmx"] },
};

/** The needs of a program by its name, without a version: `gcc-12` is `gcc`. */
export function programNeeds(name: string): ProgramNeeds {
  const plain = withoutVersion(name);
  return (Object.hasOwn(rows, plain) ? rows[plain] : undefined) ?? {};
}

/** A program's name without what distributions add: `python3.11` is `python`, `gcc-12` is `gcc`. */
export function withoutVersion(name: string): string {
  return name.replace(/[-.]?\d[\d.]*$/, "") || name;
}
