import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import type { SecretMask } from "../turns/mask-secrets.ts";
import { toKeptInput } from "./kept-input.ts";
import { trialsLimits } from "./limits.ts";
import type { TrialEvent, TrialFiles } from "./trial.ts";

/** Removes secrets from an event; equal ids stay equal. */
export function hideInEvent(event: TrialEvent, { mask }: SecretMask): TrialEvent {
  switch (event.type) {
    case "said":
      return { ...event, text: mask(event.text) };
    case "called":
      return {
        ...event,
        call: mask(event.call),
        tool: mask(event.tool),
        input: toKeptInput(event.input, mask),
      };
    case "answered":
      return { ...event, call: mask(event.call), tool: mask(event.tool), output: mask(event.output) };
  }
}

/** Removes secrets from names and texts of files. */
export function hideInFiles(files: TrialFiles, { mask, maskStart }: SecretMask): TrialFiles {
  return {
    created: files.created.map(mask),
    modified: files.modified.map(mask),
    deleted: files.deleted.map(mask),
    unchanged: files.unchanged.map(mask),
    texts: files.texts.map(({ path, text, isCut }) => ({
      path: mask(path),
      text: isCut ? maskStart(text) : mask(text),
      isCut,
    })),
  };
}

/**
 * The files that may be saved: those without a secret in their name or content. Checks no more than is ever
 * saved.
 */
export function withoutSecrets(
  paths: readonly string[],
  { fs, folder }: { readonly fs: FileSystem; readonly folder: string },
  { isEmpty, mask, isIn }: SecretMask,
): readonly string[] {
  if (isEmpty) return paths;
  let left: number = trialsLimits.trialKeptBytes;
  return paths.slice(0, trialsLimits.trialKeptFiles).filter((path) => {
    const bytes = mask(path) === path ? readWhole(fs, `${folder}/${path}`, left) : undefined;
    if (bytes === undefined || isIn(bytes)) return false;
    left -= bytes.length;
    return true;
  });
}

function readWhole(fs: FileSystem, file: string, most: number): Uint8Array | undefined {
  try {
    const { bytes, size } = fs.read(file, most, { isResolved: true });
    return bytes.length === size ? bytes : undefined;
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
