import type { MessageArguments } from "./message.ts";
import type { Span } from "./text/span.ts";

export type Severity = "error" | "warning" | "info";
export type Category = "spec" | "quality" | "security";
/** How dangerous a security finding is: one critical finding, or two high ones of different rules, block a skill. */
export type Level = "critical" | "high" | "medium" | "low";
/** How sure a rule is that the text does what the finding says. */
export type Confidence = "certain" | "likely" | "possible";

/** One place to change in one file of the skill. */
export type Edit = { readonly span: Span; readonly text: string };

/** A repair. It is safe if every client reads exactly what the author clearly intended. */
export type Fix = {
  readonly title: string;
  readonly safe: boolean;
  readonly edits: readonly Edit[];
  /** Also set the executable bit of the finding's file. */
  readonly executable?: true;
};

/** What a parser or rule reports, before a profile assigns a severity. */
export type Observation = {
  readonly rule: string;
  readonly message: string;
  readonly args?: MessageArguments | undefined;
  readonly span?: Span | undefined;
  /** Path inside the skill, if not SKILL.md. */
  readonly file?: string | undefined;
  readonly fix?: Fix | undefined;
  /** Of a security rule, where it differs from the rule's level for the message. */
  readonly level?: Level | undefined;
  readonly confidence?: Confidence | undefined;
};

export type Position = { readonly line: number; readonly column: number };
/** Lines and columns start at 1; columns count UTF-16 code units, as editors do. */
export type Range = { readonly start: Position; readonly end: Position };

/** An author's mistake: returned, never thrown. `formatFinding` makes the sentence. */
export type Finding = {
  readonly rule: string;
  readonly category: Category;
  readonly severity: Severity;
  readonly message: string;
  readonly args: MessageArguments;
  readonly file: string;
  readonly range: Range;
  readonly fix?: Fix;
  /** Of a security finding. */
  readonly level?: Level;
  readonly confidence?: Confidence;
};
