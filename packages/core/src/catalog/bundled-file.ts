import { SkillError, type SkillErrorCode } from "../error.ts";
import type { FileSystem, ReadResult } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { isInside } from "../path/path.ts";
import { toBase64 } from "../text/base64.ts";
import { decodeUtf8 } from "../text/utf8.ts";

/** A file of a skill, as agents receive it. */
export type BundledFile = TextFile | BinaryFile;
type TextFile = FileFacts & { readonly kind: "text"; readonly text: string };
type BinaryFile = FileFacts & { readonly kind: "binary"; readonly base64: string };
type FileFacts = {
  /** Path inside the skill, as requested. */
  readonly path: string;
  readonly mediaType: string;
  readonly bytes: number;
};

export type ReadOptions = {
  /** Read only files directly in `scripts/`, `references/` and `assets/`. */
  readonly oneLevel?: boolean;
  /** Read scripts too, although they are meant to be run. */
  readonly scriptsReadable?: boolean;
};

/** A request for a file by its path inside the skill. */
type FileRequest = ReadOptions & {
  /** The skill's name and folder. */
  readonly name: string;
  readonly directory: string;
  readonly path: string;
};

/** Reads one file of a skill. The path is untrusted; only a visible file of the skill itself is read. */
export function readBundledFile(fs: FileSystem, request: FileRequest): BundledFile {
  const { name, path, scriptsReadable = false } = request;
  if (!isFilePath(path, request)) throw refuse("skill-path-invalid", request);
  const { real, inside } = resolveFile(fs, request);
  const { bytes, size } = readFile(fs, real, request);
  if (!scriptsReadable && isScript(inside, bytes)) throw refuse("skill-script-unreadable", request);
  if (size > limits.readFileBytes)
    throw new SkillError("skill-file-too-large", { name, path, size, max: limits.readFileBytes });
  return toBundledFile(path, bytes);
}

type ResolvedFile = { readonly real: string; readonly inside: string };

/** The file's real path, absolute and inside the skill: a link may leave the skill, or lead to a hidden file or a script. */
function resolveFile(fs: FileSystem, request: FileRequest): ResolvedFile {
  const root = fs.realPath(request.directory);
  const real = fs.realPath(`${request.directory}/${request.path}`);
  if (root === undefined || real === undefined) throw refuse("skill-file-missing", request);
  const inside = real.slice(root.length + 1);
  if (!isInside(root, real) || !isFilePath(inside)) throw refuse("skill-path-invalid", request);
  return { real, inside };
}

function readFile(fs: FileSystem, real: string, request: FileRequest): ReadResult {
  try {
    return fs.read(real, limits.readFileBytes, { isResolved: true });
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    const isNoFile = error.code === "file-missing" || error.code === "file-not-regular";
    if (isNoFile) throw refuse("skill-file-missing", request);
    throw error.code === "file-is-link" ? refuse("skill-path-invalid", request) : error;
  }
}

function refuse(code: SkillErrorCode, { name, path }: FileRequest): SkillError {
  return new SkillError(code, { name, path });
}

/** Paths that VibeTavern's tools accept: one level deep, in three folders. */
const oneLevelPath = /^(?:scripts|references|assets)\/[^/]+$/;

/** Whether a path may name a readable file of a skill: relative, plain, and not in a hidden folder. */
export function isFilePath(path: string, options: { readonly oneLevel?: boolean } = {}): boolean {
  if (path.length > limits.filePathLength || !path.isWellFormed()) return false;
  // On Windows a backslash is a separator and a colon marks a drive or stream; in C a NUL ends a path.
  if (/[\p{Cc}\\:]/u.test(path)) return false;
  if (path.split("/").some((part) => part === "" || part.startsWith("."))) return false;
  return !options.oneLevel || oneLevelPath.test(path);
}

/** Folders whose files are meant to be read, even if they are programs: they may be templates. */
const readFolders: ReadonlySet<string> = new Set(["references", "assets"]);

/**
 * Whether a file of a skill is meant to be run rather than read. The folder decides where the standard defines it;
 * elsewhere a shebang line does. The executable bit does not count: archives lose it, and some disks set it on
 * everything.
 */
export function isScript(path: string, bytes: Uint8Array): boolean {
  const folder = path.slice(0, Math.max(0, path.indexOf("/"))).toLowerCase();
  if (folder === "scripts") return true;
  return !readFolders.has(folder) && bytes[0] === 0x23 && bytes[1] === 0x21;
}

/** A file as agents receive it: as text if it is text, else in base64. */
export function toBundledFile(path: string, bytes: Uint8Array): BundledFile {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const text = decodeUtf8(bytes);
  if (text === undefined || text.includes("\0")) {
    const mediaType = binaryTypes.get(extension) ?? "application/octet-stream";
    return { kind: "binary", path, mediaType, bytes: bytes.length, base64: toBase64(bytes) };
  }
  const mediaType = textTypes.get(extension) ?? "text/plain";
  return { kind: "text", path, mediaType, bytes: bytes.length, text };
}

/** The content decides between text and binary, the extension only the media type. */
const textTypes: ReadonlyMap<string, string> = new Map([
  ["md", "text/markdown"],
  ["html", "text/html"],
  ["css", "text/css"],
  ["csv", "text/csv"],
  ["js", "text/javascript"],
  ["mjs", "text/javascript"],
  ["json", "application/json"],
  ["yaml", "application/yaml"],
  ["yml", "application/yaml"],
  ["toml", "application/toml"],
  ["xml", "application/xml"],
  ["svg", "image/svg+xml"],
]);

const binaryTypes: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["ico", "image/x-icon"],
  ["pdf", "application/pdf"],
  ["zip", "application/zip"],
  ["gz", "application/gzip"],
  ["wasm", "application/wasm"],
  ["ttf", "font/ttf"],
  ["otf", "font/otf"],
  ["woff", "font/woff"],
  ["woff2", "font/woff2"],
  ["mp3", "audio/mpeg"],
  ["wav", "audio/wav"],
  ["mp4", "video/mp4"],
  ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
]);

/** Reverses `toBundledFile`. */
export function bytesOf(file: BundledFile): Uint8Array {
  if (file.kind === "text") return new TextEncoder().encode(file.text);
  return Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
}
