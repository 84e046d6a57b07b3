import type { Span } from "./text/span.ts";

export type Severity = "error" | "warning" | "info";
export type Category = "spec" | "quality" | "security";
export type FindingArguments = Readonly<Record<string, string | number>>;

/** One place to change in one file of the skill. */
export type Edit = { readonly span: Span; readonly text: string };

/** A repair. Safe means: no client reads anything different afterwards than what the author plainly meant. */
export type Fix = {
  readonly title: string;
  readonly safe: boolean;
  readonly edits: readonly Edit[];
  /** Also set the executable bit of the finding's file. */
  readonly executable?: true;
};

/** What a parser or rule saw, before a profile gives it a weight. */
export type Observation = {
  readonly rule: string;
  readonly message: string;
  readonly args?: FindingArguments;
  readonly span?: Span;
  /** Path inside the skill when the place is not in SKILL.md. */
  readonly file?: string;
  readonly fix?: Fix;
};

export type Position = { readonly line: number; readonly column: number };
/** Lines and columns count from 1; columns are UTF-16 code units, as editors count. */
export type Range = { readonly start: Position; readonly end: Position };

/** An author's mistake: returned, never thrown. `formatFinding` puts it into words. */
export type Finding = {
  readonly rule: string;
  readonly category: Category;
  readonly severity: Severity;
  readonly message: string;
  readonly args: FindingArguments;
  readonly file: string;
  readonly range: Range;
  readonly fix?: Fix;
};
