import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCatalog } from "@skillwright/core/node";
import { createSession, type Session, type SessionOptions } from "@skillwright/runtime";
import { onTestFinished } from "vitest";

export const exampleSkills: string = join(import.meta.dirname, "../../../../examples/skills");

/** A session with the example skills in an empty workspace. */
export function createExampleSession(options: Partial<SessionOptions> = {}): Session {
  const catalog = openCatalog({ roots: [exampleSkills] });
  return createSession({ catalog, workspace: createWorkspace(), agentTools: true, ...options });
}

export function createWorkspace(): string {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-models-")));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  return workspace;
}
