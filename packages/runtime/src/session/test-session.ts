import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type AuditEvent, createMemorySink } from "@skillwright/core/audit";
import type { Catalog } from "@skillwright/core/catalog";
import { openCatalog } from "@skillwright/core/node";
import { onTestFinished } from "vitest";
import { createSession } from "./create-session.ts";
import type { Session } from "./session.ts";
import type { SessionOptions } from "./session-options.ts";

export type TestSession = {
  readonly session: Session;
  readonly catalog: Catalog;
  /** Absolute path of the skills folder. */
  readonly skills: string;
  readonly workspace: string;
  /** The audit log's events. */
  readonly events: () => readonly AuditEvent[];
};

/** A session over real skills on disk: `files` are paths below the skills folder, with their text. */
export function createTestSession(
  files: Readonly<Record<string, string>>,
  options: Partial<SessionOptions> = {},
): TestSession {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-session-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const skills = join(root, "skills");
  const workspace = join(root, "workspace");
  mkdirSync(workspace);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(skills, path)), { recursive: true });
    writeFileSync(join(skills, path), text, { mode: path.endsWith(".sh") ? 0o755 : 0o644 });
  }
  const audit = createMemorySink();
  const catalog = openCatalog({ roots: [skills] });
  const session = createSession({ catalog, workspace, audit, ...options });
  return { session, catalog, skills, workspace, events: () => audit.events };
}

/** The text of a SKILL.md; `head` has further frontmatter lines. */
export function skillText(name: string, head = "", body = `Follow the ${name} steps.`): string {
  return `---\nname: ${name}\ndescription: Does ${name}. Use when ${name} is asked for.\n${head}${head === "" ? "" : "\n"}---\n${body}\n`;
}
