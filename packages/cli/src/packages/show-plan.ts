import { compareReviews, type ReviewFinding, type SkillReview } from "@skillwright/core/check";
import { formatNumber } from "@skillwright/core/text";
import type { FileChange, PlanItem, PlanWarning, Target } from "@skillwright/packaging";
import type { Io } from "../io.ts";
import { paintVerdict } from "../reporters/scan-text.ts";
import { verdictMarks, verdictWords } from "../reporters/verdict-words.ts";
import { oneLine, safeJson } from "../terminal/safe-text.ts";
import { createStyle, type Style } from "../terminal/style.ts";
import { countOf, hangText } from "../terminal/text-width.ts";
import { diffOf } from "./diff-plan.ts";
import { releaseRows } from "./release-rows.ts";
import type { ReviewedItem } from "./review-plan.ts";

export type Outcome = {
  readonly items: readonly ReviewedItem[];
  readonly warnings: readonly string[];
  readonly applied: boolean;
};

export function planJson({ items, warnings, applied }: Outcome): string {
  const plan = items.map((item) => {
    const { action, name, locked, previous, targets, files, review, before } = item;
    const skill = locked ?? previous;
    return {
      ...{
        action,
        name,
        source: skill?.source ?? "",
        resolved: skill?.resolved ?? "",
        digest: skill?.digest ?? "",
      },
      version: skill?.version ?? null,
      signer: skill?.signer ?? null,
      targets: targets.map(({ path, agents, kind, change, files: own = [] }) => {
        const discards = own.filter((file) => "discards" in file).map((file) => file.path);
        return { path, agents, kind, change, ...(discards.length > 0 && { discards }) };
      }),
      files: files.map((file) => ({
        path: file.path,
        change: file.change,
        ...("discards" in file && { discards: true }),
        ...(file.change === "conflict" && { beside: file.beside }),
      })),
      ...(review && { verdict: review.scan.verdict, reasons: review.scan.reasons }),
      findings: review?.findings ?? [],
      requestedTools: review?.tools ?? [],
      ...(review && { allowsAllTools: review.tools === undefined }),
      neededBy: item.neededBy ?? [],
      unmetRequirements: item.unmet ?? [],
      ...(review &&
        before && { hooks: review.hookCommands, newFindings: compareReviews(before, review).newFindings }),
      ...(previous &&
        before && {
          previous: {
            resolved: previous.resolved,
            version: previous.version ?? null,
            requestedTools: before.tools ?? null,
            hooks: before.hookCommands,
            verdict: before.scan.verdict,
          },
        }),
    };
  });
  return `${safeJson({ version: 1, plan, warnings, applied }, 2)}\n`;
}

type Look = {
  readonly io: Io;
  readonly style: Style;
  readonly nameOf: (path: string) => string;
  /** The plan has many skills. */
  readonly isLong?: boolean;
};

/** The plan for people: where each skill comes from, what it may do, and what changes. */
export function planText(items: readonly ReviewedItem[], io: Io, nameOf: (path: string) => string): string {
  const look = { io, style: createStyle(io.terminal.color), nameOf };
  const isLong = items.length > detailedItems;
  const shown = items.map((item) => `${itemLines(item, { ...look, isLong }).join("\n")}\n`).join("\n");
  return isLong ? `${shown}\n${summaryLines(items, look).join("\n")}\n` : shown;
}

/** What a long plan comes to, below it. */
function summaryLines(items: readonly ReviewedItem[], look: Look): readonly string[] {
  const found = items.filter(({ review }) => (review?.findings.length ?? 0) > 0).map(({ name }) => name);
  const names = found.slice(0, maxNames).join(", ");
  const more = found.length > maxNames ? ` and ${formatNumber(found.length - maxNames)} more` : "";
  const scripted = items.filter(({ review }) => (review?.scripts.length ?? 0) > 0).length;
  const files = items.reduce((sum, item) => sum + item.files.length, 0);
  return [
    look.style.bold(countOf(items.length, "skill")),
    ...hang("files", countOf(files, "file"), look),
    ...hang("scripts", scripted === 0 ? "none" : `in ${countOf(scripted, "skill")}`, look),
    ...(found.length === 0 ? hang("findings", "none", look) : alarm("findings", `in ${names}${more}`, look)),
  ];
}

/** Of more skills than these, the names of files that only come are left out: they would bury everything else. */
const detailedItems = 5;

function itemLines(item: ReviewedItem, look: Look): readonly string[] {
  const { style, nameOf } = look;
  const { action, name, locked, previous, review, before, files } = item;
  const skill = locked ?? previous;
  const row = (label: string, text: string): readonly string[] => hang(label, text, look);
  const isNewState = previous !== undefined && locked !== undefined && previous.resolved !== locked.resolved;
  const isSame = action === "keep" && isNewState;
  const verb = isSame ? "new release with the same content" : verbOf(item);
  const head = `${style.bold(oneLine(name))}  ${style.dim(verb)}`;
  if (skill === undefined) return [head];
  const from = skill.path === undefined ? skill.source : `${skill.source} (${skill.path})`;
  const release = releaseRows(skill, previous, look.io.terminal.columns - indent).flatMap(([label, text]) =>
    row(label, text),
  );
  if (isSame) return [head, ...row("source", from), ...release];
  if (action === "keep" && item.targets.every(({ change }) => change === "keep"))
    return [head, ...row("source", from), ...release, ...(files.length > 0 ? fileLines(files, look) : [])];
  const places = item.targets
    .filter(({ change }) => change !== "blocked")
    .map(({ path, kind }) => `${nameOf(path)}${kind === "link" ? " (link)" : ""}`);
  return [
    head,
    ...row("source", from),
    ...release,
    ...(locked === undefined ? [] : row("signer", locked.signer ?? "none (no signature was verified)")),
    ...row(action === "remove" ? "from" : "to", places.join(", ")),
    ...item.targets.flatMap((target) => replacedRow(target, look)),
    ...neededRow(item, look),
    ...(item.unmet ?? []).flatMap(({ requirement, reason }) =>
      alarm("missing", `it needs ${requirement}; ${reason}`, look),
    ),
    ...(review ? reviewLines(review, before, look) : []),
    ...fileLines(files, look),
    ...diffOf(item, look.io, style).map((line) => `    ${line}`),
  ];
}

function neededRow({ neededBy = [], action }: ReviewedItem, look: Look): readonly string[] {
  if (neededBy.length === 0) return [];
  const shown = neededBy.slice(0, maxNames).join(", ");
  const more = neededBy.length > maxNames ? ` and ${formatNumber(neededBy.length - maxNames)} more` : "";
  return hang("needed by", `${shown}${more}${action === "remove" ? ", before" : ""}`, look);
}

const maxNames = 10;

/** What --force takes away from an agent's folder. */
function replacedRow({ kind, path, leadsTo, files = [] }: Target, look: Look): readonly string[] {
  const { nameOf } = look;
  const lost = files.filter((file) => "discards" in file).map((file) => file.path);
  if (leadsTo !== undefined) return alarm("discards", `${nameOf(path)}, a link to ${nameOf(leadsTo)}`, look);
  if (lost.length === 0) return [];
  const shown = lost.slice(0, maxNames).join(", ");
  const more = lost.length > maxNames ? ` and ${formatNumber(lost.length - maxNames)} more` : "";
  const what =
    kind === "link"
      ? `all of ${nameOf(path)}, which is not from Skillwright`
      : `your edits in ${nameOf(path)}`;
  return alarm("discards", `${what}: ${shown}${more}`, look);
}

const verbs: Readonly<Record<PlanItem["action"], string>> = {
  install: "install",
  update: "update",
  remove: "remove",
  keep: "already installed",
};

function verbOf(item: PlanItem): string {
  const { action, targets } = item;
  if (action === "install" && targets[0]?.change === "keep") return "take over what is there";
  return isRepair(item) ? "repair" : verbs[action];
}

/** Whether what is installed becomes again what it was. */
export function isRepair({ action, locked, previous }: PlanItem): boolean {
  return action === "update" && locked !== undefined && previous?.digest === locked.digest;
}

function reviewLines(review: SkillReview, before: SkillReview | undefined, look: Look): readonly string[] {
  const { tools, scripts, hooks, findings } = review;
  const change = before && compareReviews(before, review);
  const changed = (old: string | undefined, now: string): string =>
    old === undefined || old === now ? now : `${old} → ${now}`;
  const toolsText = changed(before && toolList(before.tools), toolList(tools));
  const hooksText = changed(before && (before.hooks.join(", ") || "none"), hooks.join(", ") || "none");
  const scriptsText = changed(before && listScripts(before.scripts), listScripts(scripts));
  const shown = change?.newFindings ?? findings;
  const known = findings.length - shown.length;
  return [
    ...verdictRow(review, before, look),
    ...hang("tools", toolsText, look),
    ...(change?.moreTools ?? []).flatMap((tool) => alarm("MORE", `it now asks for ${tool}`, look)),
    ...hang("scripts", scriptsText, look),
    ...(hooksText === "none" ? [] : hang("hooks", hooksText, look)),
    ...(change?.moreHooks ?? []).flatMap((hook) => alarm("MORE", `it now runs ${hook}`, look)),
    ...(findings.length === 0 ? hang("findings", "none", look) : []),
    ...shown.flatMap((finding) => findingLines(finding, change === undefined ? "" : "new: ", look)),
    ...(known === 0
      ? []
      : hang("findings", `${formatNumber(known)} that the installed version has too`, look)),
  ];
}

/** The verdict, and that of the installed version where it is another one. */
function verdictRow({ scan }: SkillReview, before: SkillReview | undefined, look: Look): readonly string[] {
  const mark = `${verdictMarks[scan.verdict]} ${scan.verdict}`;
  const was = before && before.scan.verdict !== scan.verdict ? ` (installed: ${before.scan.verdict})` : "";
  return hang("verdict", verdictWords(scan) + was, look).map((line) =>
    line.replace(mark, paintVerdict(scan.verdict, mark, look.style)),
  );
}

function listScripts(paths: readonly string[]): string {
  if (paths.length === 0) return "none";
  const more = paths.length > maxScripts ? ` and ${formatNumber(paths.length - maxScripts)} more` : "";
  return `${formatNumber(paths.length)}: ${paths.slice(0, maxScripts).join(", ")}${more}`;
}

const maxScripts = 10;

function toolList(tools: readonly string[] | undefined): string {
  return tools === undefined ? "all (it lists none)" : tools.join(", ") || "none";
}

/** A line that must not be overlooked. */
function alarm(label: string, text: string, look: Look): readonly string[] {
  return hang(label, text, look).map((line, index) =>
    index === 0 ? line.replace(label, look.style.yellow) : line,
  );
}

function findingLines(
  { severity, level, message, rule, file, line }: ReviewFinding,
  prefix: string,
  look: Look,
): readonly string[] {
  const { style } = look;
  const label = level ?? severity;
  const paint = { error: style.red, warning: style.yellow, info: style.blue }[severity];
  return hang(label, `${prefix}${message} (${rule}, ${file.slice(1)}:${line})`, look).map((text, index) =>
    index === 0 ? text.replace(label, paint) : text,
  );
}

function fileLines(files: readonly FileChange[], look: Look): readonly string[] {
  if (files.length === 0) return hang("files", "no changes", look);
  if (look.isLong === true && files.every(({ change }) => change === "add"))
    return hang("files", countOf(files.length, "file"), look);
  const lines = files.slice(0, maxFiles).map((file) => {
    return `    ${marks[file.change]} ${oneLine(file.path + noteOf(file))}`;
  });
  const more = files.length > maxFiles ? [`    … ${formatNumber(files.length - maxFiles)} more`] : [];
  return [...hang("files", countOf(files.length, "file"), look), ...lines, ...more];
}

function noteOf(file: FileChange): string {
  if (file.change === "conflict") return ` (you edited it; the new one goes to ${file.beside})`;
  if (!("discards" in file)) return notes[file.change];
  return file.change === "remove" ? " (yours, discarded)" : " (your edits are discarded)";
}

const maxFiles = 30;
const marks = { add: "+", replace: "~", merge: "~", conflict: "!", remove: "-", keep: "=" } as const;
const notes = {
  add: "",
  replace: "",
  merge: " (merged with your edits)",
  remove: "",
  keep: " (yours, stays)",
} as const;

/** Columns before the text of a row. */
const indent = 12;

function hang(label: string, text: string, { io }: Look): readonly string[] {
  const look = { width: indent - 2, columns: io.terminal.columns - 2 };
  return hangText(label, oneLine(text), look).map((line) => `  ${line}`);
}

/** One sentence each. */
export function warningText(warning: PlanWarning, nameOf: (path: string) => string): string {
  const { name } = warning;
  switch (warning.code) {
    case "package-replaced":
      return `${name} of the package ${warning.package} replaces the one of ${warning.previous}.`;
    case "folder-unknown":
      return `${nameOf(warning.path)} exists and was not installed by Skillwright. Its files stay where they differ; --force replaces them.`;
    case "target-blocked":
      return warning.isReplaceable
        ? `${nameOf(warning.path)} was not installed by Skillwright and stays, so its agents do not get this ${name}. Move it away, or use --force to replace it.`
        : `${nameOf(warning.path)} stays, because undo could not bring it back, so its agents do not get this ${name}. Move it away to install ${name} there.`;
    case "base-missing":
      return `The cache no longer has ${name} as it was installed, so edited files cannot be merged.`;
    case "edits-kept":
      return warning.isStillSkill
        ? `${nameOf(warning.path)} keeps your own files and edits. SKILL.md is one of them, so agents still find the skill: delete the folder to end that.`
        : `${nameOf(warning.path)} keeps your own files and edits.`;
  }
}
