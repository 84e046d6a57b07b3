import type { Span } from "../text/span.ts";

/** What a skill contains and what it would do, as far as reading shows: what the security rules judge. */
export type Evidence = {
  /** SKILL.md first, then every readable text, those inside archives and notebooks too. */
  readonly texts: readonly ScannedText[];
  /** What commands and programs do, in order of their texts. */
  readonly actions: readonly Action[];
  /** Sentences, list items, headings and comments that speak to the reader. */
  readonly statements: readonly Statement[];
  /** What could not be read, which keeps a skill from passing as clean. */
  readonly unread: readonly Unread[];
};

/** A place in a file of the skill. For text inside an archive it is the archive as a whole. */
export type Place = {
  /** Path inside the skill; undefined for SKILL.md. */
  readonly file?: string | undefined;
  readonly span: Span;
};

export type Language =
  | "markdown"
  | "text"
  | "shell"
  | "powershell"
  | "batch"
  | "python"
  | "javascript"
  | "ruby"
  | "perl"
  | "php"
  | "configuration"
  | "other";

/** What a text is for; examples and tests that nothing runs weigh less. */
export type Role = "instructions" | "program" | "configuration" | "reference" | "test" | "data";

export type ScannedText = {
  readonly text: string;
  readonly language: Language;
  readonly role: Role;
  /** Path as a reader would name it: `scripts/run.sh`, or `assets/tools.zip/run.sh` inside a container. */
  readonly path: string;
  /** Whether SKILL.md, or a text that it leads to, refers to this file. SKILL.md itself is reached. */
  readonly isReached: boolean;
  /** How the file hides what it is, such as a program named .png. */
  readonly disguise?: Disguise | undefined;
  /** How many programs' texts this one stands in, such as 1 for the code in `python -c`. */
  readonly nesting?: number | undefined;
  /** The place in the skill's files of a part of this text. */
  readonly placeOf: (span: Span) => Place;
};

/** Reads a text in its language; readers get it for programs inside the text of others, such as `python -c`. */
export type ReadActions = {
  (text: ScannedText): readonly Action[];
  /** What may still be spent on the skill; unlimited where nothing says so. */
  readonly effort?: Effort;
};

/** Work that is left for one skill, in characters to parse and steps to follow. Time would give other verdicts on slower machines. */
export type Effort = { left: number };

export type Disguise = "wrong-extension" | "unusual-encoding" | "container" | "skipped-folder" | "padding";

export type Unread = {
  readonly path: string;
  readonly reason:
    | "too-large"
    | "too-many"
    | "encrypted"
    | "binary"
    | "damaged"
    | "budget"
    | "folder"
    | "unreadable";
  /** Something runs or opens it, which makes not knowing its content a warning. */
  readonly isUsed: boolean;
};

/** Where a piece of data comes from. Data carries the labels of all it was made from. */
export type Label =
  /** Keys, tokens, password files, wallets, browser profiles, keychains. */
  | "credentials"
  /** The whole environment, or a variable whose name says that it is secret. */
  | "environment"
  /** Files found by walking the home folder or a workspace. */
  | "personal-files"
  /** Memory, history, settings and conversations of agents. */
  | "agent-memory"
  | "clipboard"
  /** Screenshots, microphone, keystrokes. */
  | "observation"
  /** Name of the machine or user, IP address, list of processes. */
  | "machine-facts"
  /** Downloaded. */
  | "remote"
  /** Decoded, decrypted, decompressed or put together from pieces. */
  | "decoded"
  /** A constant in the text. */
  | "constant"
  /** Given by the user or the caller: arguments, standard input. */
  | "input";

/** How the text came to this action; certainty falls from left to right. */
export type Setting =
  /** A script, a hook, a command in the frontmatter, or a program in another program's text. */
  | "program"
  /** A code block of a Markdown file. */
  | "block"
  /** A code span, a list item or a line of prose that reads as a command. */
  | "inline";

type ActionBase = {
  readonly source: ScannedText;
  /** Where in `source`; of the outermost text when one language is nested in another. */
  readonly span: Span;
  readonly setting: Setting;
  readonly language: Language;
  /** Labels of the data that goes into this action, and where each came from. */
  readonly carries: readonly Carried[];
  /** Commented out, an example of what is refused, a pattern to search for, or a test's fixture. */
  readonly isQuoted: boolean;
};

export type Carried = {
  readonly label: Label /** Such as `~/.ssh/id_rsa` or `AWS_SECRET_ACCESS_KEY`. */;
  readonly from: string;
};

export type Action = RunAction | ReadAction | WriteAction | ConnectAction | EvaluateAction;

/** Starts a program. */
export type RunAction = ActionBase & {
  readonly kind: "run";
  /** The base name, without wrappers such as `sudo` and `env`: `curl`. */
  readonly program: string;
  /** Words after the program with known variables filled in; undefined where only the run decides. */
  readonly words: readonly (string | undefined)[];
  /** `sudo`, `nohup`, `env`, … in front of it. */
  readonly wrappers: readonly string[];
  /** The action whose output it reads through a pipe. */
  readonly input?: Action | undefined;
  /** The text of the command, for messages. */
  readonly text: string;
};

/** Opens or copies a file or folder. */
type ReadAction = ActionBase & { readonly kind: "read"; readonly path: string };

/** Creates, changes, moves to or appends to a file; `content` if it is known. */
export type WriteAction = ActionBase & {
  readonly kind: "write" | "delete";
  readonly path: string;
  readonly content?: string | undefined;
};

/** Talks to a network; what it sends is in `carries`. */
export type ConnectAction = ActionBase & {
  readonly kind: "connect";
  /** Address or host as written; undefined if only the run decides. */
  readonly address: string | undefined;
  readonly direction: "send" | "fetch" | "listen" | "lookup";
};

/** Runs data as code: `eval`, `exec`, `bash -c "$x"`, unpickling. */
export type EvaluateAction = ActionBase & { readonly kind: "evaluate"; readonly means: string };

/** A sentence, list item, table cell, heading, comment or frontmatter value as plain text. */
export type Statement = {
  readonly source: ScannedText;
  readonly span: Span;
  /** Without marks, links, invisible characters and letter tricks; lower case is left to the rules. */
  readonly plain: string;
  readonly kind: "sentence" | "item" | "heading" | "row" | "comment" | "value";
  /** Titles above it, outermost first. */
  readonly headings: readonly string[];
  /** Stands in quotation marks, or in a passage about attacks and what to refuse. */
  readonly isQuoted: boolean;
  /** People do not see it where the page is rendered. */
  readonly isHidden: boolean;
};
