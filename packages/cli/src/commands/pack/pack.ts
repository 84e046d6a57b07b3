import { join, relative } from "node:path";
import { formatFinding, SkillError } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import { isInside } from "@skillwright/core/path";
import { formatNumber, printable } from "@skillwright/core/text";
import {
  bundleSuffix,
  type PackFormat,
  type Packing,
  packFormats,
  packSkill,
  readFolder,
  readPublication,
} from "@skillwright/packaging";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import { readKey, type StoredKey } from "../keys/key-files.ts";
import { type SigningCall, signPublication } from "../keys/sign-publication.ts";

/** Packs a skill into one file with the same bytes on every machine. */
export const packCommand: Command = {
  name: "pack",
  usage: "[PATH] [options]",
  flags: {
    format: {
      type: "string",
      short: "f",
      value: "NAME",
      help: `${packFormats.join(", ")} (default: the first).`,
    },
    output: {
      type: "string",
      short: "o",
      value: "FILE",
      help: "File to write (default: named after skill and version).",
    },
    sign: {
      type: "string",
      value: "KEY",
      help: "Also write FILE.sigstore.json, signed with this key of `keys`.",
    },
    "passphrase-stdin": { type: "boolean", help: "With --sign: read the passphrase from standard input." },
    "dry-run": { type: "boolean", help: "Show what would be packed; write nothing." },
    json: { type: "boolean", help: "Machine-readable output." },
  },
  notes: `PATH is a skill's folder, or for uaaps a folder with a package.agent.json; the current folder by default.
tar is a .tar.gz with SKILL.md at the top, skill a zip with the skill's folder, uaaps an .aam package, oci an image layout in a tar file.
Leaves out what .gitignore and .skillignore in the folder name, .git, node_modules and .env files. Refuses invalid skills, secrets, links that lead out of
the folder, and references to files that are not packed. \`skillwright add\` verifies a signature that lies beside an archive. Files get the time in SOURCE_DATE_EPOCH, or 1970.`,
  examples: [
    "skillwright pack ./pdf",
    "skillwright pack ./pdf --format skill --output pdf.skill",
    "skillwright pack ./pdf --sign release",
    "skillwright pack --dry-run --json",
  ],
  async run(invocation, io) {
    const [path = ".", ...more] = invocation.positionals;
    if (more.length > 0) throw new UsageError("one PATH is packed at a time.");
    const directory = absolutePath(path, io.cwd, io.place.home).replace(/\/SKILL\.md$/, "");
    const options = { format: readFormat(invocation), time: readTime(io) };
    const key = readSigningKey(invocation, options.format, io);
    const fs = createNodeFileSystem();
    const kind = fs.stat(directory)?.kind;
    if (kind !== undefined && kind !== "directory")
      throw new SkillError("file-not-regular", { path: directory });
    const packing = packSkill(fs, directory, options);
    const file = invocation.option("output") ?? defaultFile(packing.fileName, directory, io);
    const isWritten = packing.bytes !== undefined && !invocation.flag("dry-run");
    // The passphrase comes first: without it, nothing is written.
    const bundle = isWritten && key ? await signFolder(key, directory, { invocation, io }) : undefined;
    if (packing.bytes !== undefined && isWritten) write(packing.bytes, { directory, file: file ?? "", io });
    if (bundle !== undefined) write(Buffer.from(bundle), { directory, file: `${file}${bundleSuffix}`, io });
    const signature = packing.bytes !== undefined && key ? `${file}${bundleSuffix}` : undefined;
    const report = { packing, file: packing.bytes === undefined ? undefined : file, signature, isWritten };
    await io.out(invocation.flag("json") ? toJson(report) : toText(report, io));
    return packing.findings.length > 0 ? exitCode.findings : exitCode.ok;
  },
};

function readFormat(invocation: Invocation): PackFormat {
  const name = invocation.option("format") ?? packFormats[0];
  const format = packFormats.find((one) => one === name);
  if (format !== undefined) return format;
  throw new UsageError(`--format is one of ${packFormats.join(", ")}; found '${printable(name)}'.`);
}

/** A signature is about one skill, and the other formats are packages with a manifest. */
function readSigningKey(invocation: Invocation, format: PackFormat, io: Io): StoredKey | undefined {
  const name = invocation.option("sign");
  if (name === undefined) return undefined;
  if (format === "tar" || format === "skill") return readKey(io, name);
  throw new UsageError(`--sign is for the formats tar and skill; found ${format}.`);
}

async function signFolder(key: StoredKey, directory: string, call: SigningCall): Promise<string> {
  const { tree } = readFolder(createNodeFileSystem(), directory);
  return (await signPublication(key, readPublication(tree, directory), call)).bundle;
}

/** The convention of reproducible builds. */
function readTime({ environment }: Io): number {
  const text = environment.SOURCE_DATE_EPOCH ?? "";
  if (text === "") return 0;
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new SkillError("option-invalid", {
    name: "SOURCE_DATE_EPOCH",
    reason: "expected seconds since 1970",
  });
}

/** In the current folder, or beside the skill if the current folder is inside it. */
function defaultFile(name: string | undefined, directory: string, { cwd }: Io): string | undefined {
  if (name === undefined) return undefined;
  const here = absolutePath(".", cwd, "");
  return isInside(directory, here) ? relative(here, join(directory, "..", name)) : name;
}

type Destination = { readonly directory: string; readonly file: string; readonly io: Io };

function write(bytes: Uint8Array, { directory, file, io }: Destination): void {
  if (file === "") throw new UsageError("--output requires a file.");
  const fs = createNodeFileSystem();
  const target = absolutePath(file, io.cwd, io.place.home);
  if (fs.stat(target)?.kind === "directory")
    throw new UsageError(`--output requires a file; ${printable(file)} is a folder.`);
  // The next package would contain this one.
  if (isInside(directory, target))
    throw new UsageError("--output is inside the folder that is packed; choose another place.");
  fs.write(target, bytes);
}

type Report = {
  readonly packing: Packing;
  readonly file: string | undefined;
  readonly signature: string | undefined;
  readonly isWritten: boolean;
};

function toJson({ packing, file, signature, isWritten }: Report): string {
  const { digest, files, leftOut, findings } = packing;
  const rows = findings.map((finding) => {
    const { rule, category, severity, file: place, range } = finding;
    return { rule, category, severity, message: formatFinding(finding), file: place, range };
  });
  const report = {
    version: 1,
    file: file ?? null,
    ...(signature !== undefined && { signature }),
    digest,
    files,
    leftOut,
    findings: rows,
    written: isWritten,
  };
  return `${safeJson(report, 2)}\n`;
}

function toText({ packing, file, signature, isWritten }: Report, io: Io): string {
  const { digest, files, leftOut, findings, bytes } = packing;
  const style = createStyle(io.terminal.color);
  if (bytes === undefined) {
    const lines = findings.map((finding) => {
      const { line, column } = finding.range.start;
      return `  ${printable(finding.file)}:${line}:${column} ${style.dim(finding.rule)}\n    ${formatFinding(finding)}\n`;
    });
    return `${style.red("✗")} Not packed:\n${lines.join("")}`;
  }
  const width = Math.max(...files.map(({ size }) => formatNumber(size).length));
  const list = files.map(({ path, size, linksTo }) => {
    const link = linksTo === undefined ? "" : ` -> ${printable(linksTo)}`;
    return `  ${style.dim(formatNumber(size).padStart(width))}  ${printable(path)}${link}\n`;
  });
  const out =
    leftOut.length === 0
      ? ""
      : `Left out: ${leftOut.slice(0, 20).map(printable).join(", ")}${leftOut.length > 20 ? ` and ${leftOut.length - 20} more` : ""}\n`;
  const verb = isWritten ? `${style.green("✓")} Packed` : "Would pack";
  const what = `${verb} ${style.bold(printable(file ?? ""))} (${formatNumber(bytes.length)} bytes)`;
  const signed = signature === undefined ? "" : `  ${printable(signature)}\n`;
  return `${list.join("")}${out}${what}\n${signed}  ${digest}\n`;
}
