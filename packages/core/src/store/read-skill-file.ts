import { isInside } from "../discover/layout.ts";
import { SkillError } from "../error.ts";
import type { FileSystem, ReadResult } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { isFilePath } from "./file-path.ts";
import { isScript } from "./is-script.ts";
import type { SkillAddress } from "./load-stored-skill.ts";
import type { StoredFile } from "./skill-store.ts";
import { toStoredFile } from "./to-stored-file.ts";

export type ReadOptions = {
  /** Read only files directly in `scripts/`, `references/` and `assets/`. */
  readonly oneLevel?: boolean;
  /** Read scripts too, although they are meant to be run. */
  readonly scriptsReadable?: boolean;
};

/** A request for a file by its path inside the skill. */
type FileRequest = SkillAddress & ReadOptions & { readonly path: string };

/** Reads one file of a skill. The path is untrusted; only a visible file of the skill itself is read. */
export function readSkillFile(fs: FileSystem, request: FileRequest): StoredFile {
  const { name, path, scriptsReadable = false } = request;
  if (!isFilePath(path, request)) throw refuse("skill-path-invalid", request);
  const { real, inside } = resolveFile(fs, request);
  const { bytes, size } = readFile(fs, real, request);
  if (!scriptsReadable && isScript(inside, bytes)) throw refuse("skill-script-unreadable", request);
  if (size > limits.readFileBytes)
    throw new SkillError("skill-file-too-large", { name, path, size, max: limits.readFileBytes });
  return toStoredFile(path, bytes);
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

function refuse(
  code: "skill-file-missing" | "skill-path-invalid" | "skill-script-unreadable",
  { name, path }: FileRequest,
): SkillError {
  return new SkillError(code, { name, path });
}
