import { existsSync, renameSync, rmSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import type { Catalog } from "@skillwright/core/catalog";
import { attemptOn } from "@skillwright/core/node";
import type { Clock } from "../../clock.ts";
import type { ScriptHost } from "../../scripts/run-script.ts";
import type { Executor } from "../create-tool.ts";
import type { EnvelopeContent, Notice } from "../envelope.ts";
import { writeInside } from "../workspace/write-inside.ts";
import type { SaveInput } from "./definitions.ts";
import { checkDraft, type Draft, type Drafts, modeOf } from "./drafts.ts";

export type SaveParts = {
  readonly drafts: Drafts;
  readonly catalog: Catalog;
  readonly clock: Clock;
  /** Absolute folder of skills, links resolved, for new ones; created if missing. */
  readonly into: string;
  readonly host: Pick<ScriptHost, "fs">;
};

/**
 * Installs a draft. The session asks a person first; the digest, part of the question, binds the approval to the text
 * that is installed.
 */
export function createSave({
  drafts,
  catalog,
  clock,
  into,
  host: { fs },
}: SaveParts): Executor<SaveInput, EnvelopeContent> {
  return async ({ name, digest }, { judge }) => {
    const draft = drafts.find(name);
    if (draft.digest !== digest) return { errors: [changed(draft)] };
    const { valid, findings } = await checkDraft(draft);
    if (!valid)
      throw new SkillError("tool-input-invalid", {
        reason: `The draft ${name} has errors, so it was not installed. Fix them with skills_draft.`,
      });
    const directory = `${into}/${name}`;
    // A rule that asks about files is satisfied: this call always asks.
    const { effect } = judge("Write", { path: `${directory}/SKILL.md` });
    if (effect === "deny") throw new SkillError("file-forbidden", { path: directory });
    install(draft, directory, clock);
    drafts.remove(name);
    catalog.refresh();
    // The catalog may know the folder by a path with links.
    const isListed = catalog
      .list()
      .skills.some((skill) => skill.disabled.length === 0 && fs.realPath(skill.directory) === directory);
    return {
      data: { name, digest, directory, available: isListed, findings, note: isListed ? ready : waiting },
    };
  };
}

function changed({ name, digest }: Draft): Notice {
  const message = `The draft ${name} has changed, so it was not installed: its digest is now ${digest}. Show the user what changed, then save with that digest.`;
  return { code: "SKILL_CHANGED", message };
}

const ready = "The skill is installed and can be used from the next message on.";
const waiting =
  "The skill is installed. It is not available here yet: trust the project first (`skillwright trust`), or use a folder this agent reads.";

/** Atomic: written next to its destination, then renamed. */
function install({ files }: Draft, directory: string, { createId }: Clock): void {
  if (existsSync(directory)) throw new SkillError("file-exists", { path: directory });
  const temporary = `${directory.slice(0, directory.lastIndexOf("/"))}/.${createId()}.tmp`;
  const encoder = new TextEncoder();
  try {
    for (const [path, text] of files)
      writeInside(`${temporary}/${path}`, encoder.encode(text), { createId, mode: modeOf(path) });
    attemptOn(directory, () => renameSync(temporary, directory));
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
}
