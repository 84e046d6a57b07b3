import { formatError, SkillError } from "@skillwright/core";
import type { FileSystem, LoadedSkill } from "@skillwright/core/discover";
import { readDeclaredLimits } from "@skillwright/core/policy";
import type { Action, Need, Needs } from "@skillwright/core/scan";
import { compact, createLineIndex, printable } from "@skillwright/core/text";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { safeJson } from "../../terminal/safe-text.ts";

export type InferRequest = {
  readonly skills: Iterable<LoadedSkill>;
  readonly fs: FileSystem;
  readonly json: boolean;
  /** Print the manifests and write nothing. */
  readonly dryRun: boolean;
};

/** Writes into each skill without a security manifest the one that fits what the skill does; compares it elsewhere. */
export async function inferManifests(request: InferRequest, io: Io): Promise<number> {
  const { collectEvidence, inferNeeds, toManifest, undeclared } = await import("@skillwright/core/scan");
  const answers: Inferred[] = [];
  for (const skill of request.skills) {
    const { parsed } = skill;
    if (parsed.unreadable || parsed.frontmatterSpan === undefined) {
      answers.push({ skill, status: "unreadable", manifest: "", needs: new Map(), undeclared: [] });
      continue;
    }
    const needs = inferNeeds(collectEvidence(skill));
    const declared = readDeclaredLimits(parsed.manifest.security);
    const found = { skill, needs, manifest: toManifest(needs) };
    answers.push(
      declared === undefined
        ? { ...found, undeclared: [], ...write(found, request) }
        : { ...found, status: "declared", undeclared: undeclared(needs, declared) },
    );
  }
  await io.out(request.json ? toJson(answers) : answers.map(describe).join("\n"));
  if (answers.some(({ status }) => status === "failed" || status === "unreadable"))
    return exitCode.environment;
  return answers.some((answer) => answer.undeclared.length > 0) ? exitCode.findings : exitCode.ok;
}

type Inferred = {
  readonly skill: LoadedSkill;
  readonly status: "written" | "proposed" | "declared" | "unreadable" | "failed";
  readonly reason?: string;
  readonly manifest: string;
  readonly needs: Needs;
  readonly undeclared: readonly Need[];
};

function write(
  { skill, manifest }: Pick<Inferred, "skill" | "manifest">,
  { fs, dryRun }: InferRequest,
): Pick<Inferred, "status" | "reason"> {
  const { text, frontmatterSpan: { end = 0 } = {} } = skill.parsed;
  // Text from standard input has no folder to write to.
  if (dryRun || skill.directory === "") return { status: "proposed" };
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const block = `${manifest}\n`.replaceAll("\n", newline);
  const before = text.slice(0, end);
  const start = before.endsWith("\n") ? before : before + newline;
  try {
    fs.write(skill.file, new TextEncoder().encode(start + block + text.slice(end)));
    return { status: "written" };
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return { status: "failed", reason: formatError(error) };
  }
}

function describe({ skill, status, manifest, needs, undeclared, reason = "" }: Inferred): string {
  const file = printable(skill.file);
  const why = [...needs].map(([need, action]) => `  ${words[need]}: ${excerpt(action)}\n`).join("");
  switch (status) {
    case "unreadable":
      return `${file} cannot be read; run \`skillwright validate\` for details.\n`;
    case "failed":
      return `Not written: ${reason}\n`;
    case "written":
      return `Wrote to ${file}:\n\n${manifest}\n\n${why}`;
    case "proposed":
      return `For ${file}:\n\n${manifest}\n\n${why}`;
    case "declared":
      return undeclared.length === 0
        ? `${file} declares all that it does.\n`
        : `${file} does more than it declares:\n${undeclared.map((need) => missing(need, needs)).join("")}`;
  }
}

function missing(need: Need, needs: Needs): string {
  const action = needs.get(need);
  return action === undefined ? "" : `  ${words[need]}: ${excerpt(action)}\n`;
}

const words: Readonly<Record<Need, string>> = {
  network: "uses the network",
  writes: "changes files",
  commands: "runs commands",
  otherFiles: "uses files of the workspace",
  farFiles: "uses files outside of the workspace",
};

/** Where it is, and the start of its first line. */
function excerpt(action: Action): string {
  const { file, line } = placeOf(action);
  const { text } = action.source;
  const [first = ""] = text
    .slice(action.span.start, Math.min(action.span.end, action.span.start + 100))
    .split("\n");
  return `${printable(first.trim())} (${printable(file)}:${line})`;
}

function placeOf({ source, span }: Action): { readonly file: string; readonly line: number } {
  const { line } = createLineIndex(source.text).positionAt(span.start);
  return { file: source.path, line };
}

function toJson(answers: readonly Inferred[]): string {
  const skills = answers.map(({ skill, status, manifest, needs, undeclared, reason }) => ({
    path: skill.directory,
    file: skill.file,
    status,
    ...compact({ reason }),
    manifest,
    needs: [...needs].map(([need, action]) => ({ need, ...placeOf(action) })),
    undeclared,
  }));
  return `${safeJson({ version: 1, skills }, 2)}\n`;
}
