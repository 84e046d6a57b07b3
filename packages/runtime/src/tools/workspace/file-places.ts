import { SkillError } from "@skillwright/core";
import { isInside } from "@skillwright/core/path";
import type { ToolCall } from "../../admission/tool-call.ts";

/** Where an agent's file tools may work; the policy is checked before. Absolute, links resolved. */
export type FilePlaces = {
  readonly workspace: string;
  readonly readable: () => readonly string[];
  readonly writable: () => readonly string[];
};

/** The absolute path, links resolved, that a call may read: the one its decision was about. */
export function placeToRead(path: string, call: ToolCall, places: FilePlaces): string {
  return requireInside(path, call, [places.workspace, ...places.readable(), ...places.writable()]);
}

export function placeToWrite(path: string, call: ToolCall, places: FilePlaces): string {
  return requireInside(path, call, [places.workspace, ...places.writable()]);
}

/** Shortens a path inside the workspace. */
export function showPath(path: string, { workspace }: FilePlaces): string {
  return path !== workspace && isInside(workspace, path) ? path.slice(workspace.length + 1) : path;
}

function requireInside(path: string, call: ToolCall, folders: readonly string[]): string {
  const resolved = path.includes("\0") ? undefined : call.resolvePath(path);
  if (resolved === undefined || !folders.some((folder) => isInside(folder, resolved)))
    throw new SkillError("tool-input-invalid", {
      reason: `Permission denied: ${path} (outside this agent's folders)`,
    });
  if (specialFolder.test(resolved)) throw new SkillError("file-not-regular", { path });
  return resolved;
}

/** Files there look regular but are not: they reflect the process that opens them, or control hardware. */
const specialFolder = /^\/(?:proc|sys|dev(?!\/shm\/))(?:\/|$)/;

/** Errors use the name the caller gave. */
export function calledAs<Value>(name: string, action: () => Value): Value {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    throw new SkillError(error.code, { ...error.details, path: name }, { cause: error });
  }
}
