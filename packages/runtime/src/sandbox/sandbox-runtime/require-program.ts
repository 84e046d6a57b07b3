import { statSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import { isInside } from "@skillwright/core/path";
import { findProgram } from "../find-program.ts";
import type { RunRequest } from "../sandbox.ts";

/** Throws if the program cannot be started or its folder does not exist; `visible` holds real paths. */
export function requireProgram(request: RunRequest, visible: readonly string[]): void {
  const { cwd, environment } = request;
  const [program] = request.command;
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    throw new SkillError("file-missing", { path: cwd });
  const isVisible = (path: string): boolean => visible.some((place) => isInside(place, path));
  const found = findProgram({ program, path: environment.PATH ?? "", cwd, isVisible });
  if ("path" in found) return;
  if (found.code === "program-missing") throw new SkillError("program-missing", { program });
  throw new SkillError("program-unusable", { program, reason: found.reason });
}
