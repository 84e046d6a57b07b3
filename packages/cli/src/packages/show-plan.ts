import { formatNumber } from "@skillwright/core/text";
import {
  createTreeFileSystem,
  type FileChange,
  type Plan,
  type PlanItem,
  type PlanWarning,
} from "@skillwright/packaging";
import { createFolderReviewer, type FolderReview } from "../commands/trust/review.ts";
import type { Io } from "../io.ts";
import { oneLine, safeJson } from "../terminal/safe-text.ts";
import { createStyle, type Style } from "../terminal/style.ts";
import { countOf, hangText } from "../terminal/text-width.ts";
import { diffOf } from "./diff-plan.ts";

export type ReviewedItem = PlanItem & {
  /** What the new content asks for; absent where nothing new comes. */
  readonly review?: FolderReview;
};

/** Reads what each new skill asks for and what the security rules find in it. */
export function reviewPlan({ items }: Plan): readonly ReviewedItem[] {
  const review = createFolderReviewer();
  return items.map((item) => {
    if (item.tree === undefined) return item;
    const folder = `/${item.name}`;
    return { ...item, review: review(createTreeFileSystem(item.tree, folder), folder) };
  });
}

export type Outcome = {
  readonly items: readonly ReviewedItem[];
  readonly warnings: readonly string[];
  readonly applied: boolean;
};

export function planJson({ items, warnings, applied }: Outcome): string {
  const plan = items.map(({ action, name, locked, previous, targets, files, review }) => {
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
      targets: targets.map(({ path, agents, kind, change }) => ({ path, agents, kind, change })),
      files: files.map((file) => ({
        path: file.path,
        change: file.change,
        ...(file.change === "conflict" && { beside: file.beside }),
      })),
      findings: review?.findings ?? [],
      requestedTools: review?.tools ?? null,
    };
  });
  return `${safeJson({ version: 1, plan, warnings, applied }, 2)}\n`;
}

type Look = { readonly io: Io; readonly style: Style; readonly nameOf: (path: string) => string };

/** The plan for people: where each skill comes from, what it may do, and what changes. */
export function planText(items: readonly ReviewedItem[], io: Io, nameOf: (path: string) => string): string {
  const look = { io, style: createStyle(io.terminal.color), nameOf };
  return items.map((item) => `${itemLines(item, look).join("\n")}\n`).join("\n");
}

function itemLines(item: ReviewedItem, look: Look): readonly string[] {
  const { style, nameOf } = look;
  const { action, name, locked, previous, review, files } = item;
  const skill = locked ?? previous;
  const row = (label: string, text: string): readonly string[] => hang(label, text, look);
  const head = `${style.bold(oneLine(name))}  ${style.dim(verbs[action])}`;
  if (skill === undefined) return [head];
  const from = skill.path === undefined ? skill.source : `${skill.source} (${skill.path})`;
  const isNewState = previous !== undefined && locked !== undefined && previous.resolved !== locked.resolved;
  const state = skill.version ?? skill.resolved;
  const places = item.targets
    .filter(({ change }) => change !== "blocked")
    .map(({ path, kind }) => `${nameOf(path)}${kind === "link" ? " (link)" : ""}`);
  return [
    head,
    ...row("source", from),
    ...row("release", isNewState ? `${previous.version ?? previous.resolved} → ${state}` : state),
    ...(locked === undefined ? [] : row("signer", locked.signer ?? "none verified")),
    ...row(action === "remove" ? "from" : "to", places.join(", ")),
    ...(review ? reviewLines(review, look) : []),
    ...fileLines(files, look),
    ...diffOf(item, look.io).map((line) => `    ${line}`),
  ];
}

const verbs: Readonly<Record<PlanItem["action"], string>> = {
  install: "install",
  update: "update",
  remove: "remove",
  keep: "already installed",
};

function reviewLines({ tools, scripts, hooks, findings }: FolderReview, look: Look): readonly string[] {
  const { style } = look;
  const paint = { error: style.red, warning: style.yellow, info: style.blue };
  return [
    ...hang("tools", tools === undefined ? "all (it lists none)" : tools.join(", ") || "none", look),
    ...(scripts === 0 ? [] : hang("scripts", formatNumber(scripts), look)),
    ...(hooks.length === 0 ? [] : hang("hooks", hooks.join(", "), look)),
    ...findings.flatMap(({ severity, message, rule, file, line }) =>
      hang(severity, `${message} (${rule}, ${file.slice(1)}:${line})`, look).map((text, index) =>
        index === 0 ? text.replace(severity, paint[severity]) : text,
      ),
    ),
  ];
}

function fileLines(files: readonly FileChange[], look: Look): readonly string[] {
  if (files.length === 0) return hang("files", "no changes", look);
  const lines = files.slice(0, maxFiles).map((file) => {
    const note =
      file.change === "conflict"
        ? ` (you edited it; the new one goes to ${file.beside})`
        : notes[file.change];
    return `    ${marks[file.change]} ${oneLine(file.path + note)}`;
  });
  const more = files.length > maxFiles ? [`    … ${formatNumber(files.length - maxFiles)} more`] : [];
  return [...hang("files", countOf(files.length, "file"), look), ...lines, ...more];
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

function hang(label: string, text: string, { io }: Look): readonly string[] {
  const look = { width: 9, columns: io.terminal.columns - 2 };
  return hangText(label, oneLine(text), look).map((line) => `  ${line}`);
}

/** One sentence each. */
export function warningText(warning: PlanWarning, nameOf: (path: string) => string): string {
  const { name } = warning;
  switch (warning.code) {
    case "package-replaced":
      return `${name} of the package ${warning.package} replaces the one of ${warning.previous}.`;
    case "folder-unknown":
      return `${nameOf(warning.path)} exists and was not installed by Skillwright; its files stay where they differ.`;
    case "target-blocked":
      return `${nameOf(warning.path)} is something else and stays; its agents do not get ${name}.`;
    case "base-missing":
      return `The cache no longer has ${name} as it was installed, so edited files cannot be merged.`;
    case "edits-kept":
      return `${nameOf(warning.path)} keeps your own files and edits.`;
  }
}
