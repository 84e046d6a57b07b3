import { type Finding, formatFinding, SkillError } from "@skillwright/core";
import { loadSkills } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { formatNumber, printable } from "@skillwright/core/text";
import {
  bundleSuffix,
  findProblems,
  type Publication,
  type PublishPlan,
  readFolder,
  readPublication,
} from "@skillwright/packaging";
import { createPathNames } from "../../catalog/open-catalog.ts";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import { readTextFile } from "../../input/read-files.ts";
import type { Io } from "../../io.ts";
import { openRegistries } from "../../registries/open-registries.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import { countOf } from "../../terminal/text-width.ts";
import { publishTo, readTarget } from "./publish-target.ts";

/** Publishes skills to a hub, a registry or a static site. */
export const publishCommand: Command = {
  name: "publish",
  usage: "[PATH...] (--to TARGET | --site DIR) [options]",
  flags: {
    to: { type: "string", value: "TARGET", help: "npm, hub, or oci:REGISTRY/NAME[:TAG]." },
    site: { type: "string", value: "DIR", help: "Write a static site with these skills and no others." },
    release: {
      type: "string",
      value: "VERSION",
      help: "Version; default: metadata.version of the SKILL.md.",
    },
    package: { type: "string", value: "NAME", help: "Name on npm or the hub; default: name of the skill." },
    tag: { type: "string", value: "TAG", help: "npm's dist-tag; default: latest." },
    hub: {
      type: "string",
      value: "URL",
      help: "Address of the hub; default: SKILLWRIGHT_HUB, or your login.",
    },
    signature: {
      type: "string",
      value: "PATH",
      help: "Sigstore bundle to publish with the skill, or a folder with NAME.sigstore.json for each.",
    },
    "dry-run": { type: "boolean", help: "Show what would be sent or written." },
    json: { type: "boolean", help: "Machine-readable output." },
  },
  notes: `PATH is a skill, its SKILL.md, or a folder that contains skills; the current folder by default. What \`pack\` refuses is not published. Tokens come from \`skillwright login\`,
~/.npmrc and \`docker login\`. A site has the indexes that \`skillwright add https://SITE\` and \`npx skills add https://SITE\` read; serve DIR with any
web server. \`skillwright add\` verifies signatures that a hub, an OCI or npm registry, or a site has.`,
  examples: [
    "skillwright publish skills/ --site public/",
    "skillwright publish ./pdf --to npm --package @team/pdf-skill --dry-run",
    "skillwright publish ./pdf --to oci:ghcr.io/team/pdf",
    "skillwright publish ./pdf --to hub --release 1.2.3",
  ],
  async run(invocation, io) {
    const target = readTarget(invocation, io);
    const skills = readPublications(invocation, io);
    if (
      target.kind !== "site" &&
      skills.length > 1 &&
      (invocation.option("package") || target.kind === "oci")
    )
      throw new UsageError(`one name is for one skill; found ${skills.length}.`);
    const registries = openRegistries(io);
    try {
      const dryRun = invocation.flag("dry-run");
      const plans = await publishTo(target, skills, { registries, invocation, dryRun });
      await io.out(invocation.flag("json") ? toJson(plans, dryRun) : toText(plans, dryRun, io));
      return exitCode.ok;
    } finally {
      registries.http.close();
    }
  },
};

function readPublications(invocation: Invocation, io: Io): readonly Publication[] {
  const fs = createNodeFileSystem();
  const paths = invocation.positionals.length > 0 ? invocation.positionals : ["."];
  const found = [
    ...loadSkills(
      fs,
      paths.map((path) => absolutePath(path, io.cwd, io.place.home)),
      io.place,
    ),
  ];
  const bundles = invocation.option("signature");
  const place = bundles && absolutePath(bundles, io.cwd, io.place.home);
  const isFolder = place !== undefined && fs.stat(place)?.kind === "directory";
  if (place !== undefined && !isFolder && found.length > 1)
    throw new UsageError("--signature FILE is for one skill; name a folder of bundles for several.");
  const version = invocation.option("release");
  return found.map(({ directory }) => {
    const { tree } = readFolder(fs, directory);
    refuseProblems(findProblems(tree, directory), directory);
    const skill = readPublication(tree, directory, { version });
    const file = isFolder ? `${place}/${skill.name}${bundleSuffix}` : place;
    const isSigned = file !== undefined && (!isFolder || fs.stat(file) !== undefined);
    return isSigned ? { ...skill, signature: readTextFile(file, maxSignature) } : skill;
  });
}

/** What cannot be packed is not published either: secrets, references to files that are missing, an invalid SKILL.md. */
function refuseProblems(findings: readonly Finding[], directory: string): void {
  const [first] = findings;
  if (first === undefined) return;
  const more = findings.length === 1 ? "" : ` (and ${findings.length - 1} more)`;
  const where = `${first.file}:${first.range.start.line}`;
  const reason = `${where}: ${formatFinding(first).replace(/\.$/, "")}${more}; see \`skillwright pack --dry-run\``;
  throw new SkillError("skill-invalid", { path: directory, reason });
}

const maxSignature = 1_048_576;

/** What was sent to one destination for one skill; a site is one plan for all. */
export type NamedPlan = PublishPlan & {
  readonly names: readonly string[];
  /** What `skillwright add` takes to get it; absent for a site, whose address is not known here. */
  readonly source?: string;
};

function toJson(plans: readonly NamedPlan[], dryRun: boolean): string {
  return `${safeJson({ version: 1, publications: plans, published: !dryRun }, 2)}\n`;
}

/** As `pack` shows it: what goes out with its size, then what became of it. */
function toText(plans: readonly NamedPlan[], dryRun: boolean, io: Io): string {
  const style = createStyle(io.terminal.color);
  const { short } = createPathNames(new Map(), io);
  return plans
    .map(({ destination, names, items, source, state }) => {
      const rows = byFolder(items);
      const width = Math.max(0, ...rows.map(({ size }) => formatNumber(size).length));
      const lines = rows.map(
        ({ path, size }) => `  ${style.dim(formatNumber(size).padStart(width))}  ${printable(path)}\n`,
      );
      const verb = dryRun ? "Would publish" : `${style.green("✓")} Published`;
      const what = style.bold(names.map(printable).join(", "));
      const how = dryRun || source === undefined ? "" : `  skillwright add ${printable(source)}\n`;
      const next = waitingWords[state ?? ""] ?? how;
      return `${lines.join("")}${verb} ${what} to ${printable(short(destination))}\n${next}`;
    })
    .join("");
}

/** What a publisher must know: a version on a hub may not be offered yet. */
const waitingWords: Readonly<Record<string, string>> = {
  pending: "  A reviewer has to approve it first: `skillwright approve` lists what waits.\n",
  rejected: "  The hub's policies reject it, so agents do not get it: see `skillwright policy pull`.\n",
};

type Row = { readonly path: string; readonly size: number };

/** One row for all files of a skill on a site: `.well-known/skills/pdf/ (3 files)`. */
function byFolder(items: readonly Row[]): readonly Row[] {
  const folders = Map.groupBy(items, ({ path }) => path.split("/").slice(0, 3).join("/"));
  return [...folders].flatMap(([folder, files]) => {
    if (files.length === 1) return files;
    const size = files.reduce((sum, file) => sum + file.size, 0);
    return [{ path: `${folder}/ (${countOf(files.length, "file")})`, size }];
  });
}
