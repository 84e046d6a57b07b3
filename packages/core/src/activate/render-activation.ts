import { limits } from "../limits.ts";
import { escapeXml, replaceControls } from "../prompt/escape-xml.ts";
import {
  type ActivationNote,
  type ArgumentOptions,
  type ExpandedText,
  expandArguments,
} from "./expand-arguments.ts";
import { neutraliseMarkup } from "./neutralise-markup.ts";
import { truncateAtLine } from "./truncate-at-line.ts";

/** A skill as a store hands it out, and what its caller said. */
export type ActivationRequest = Pick<ArgumentOptions, "arguments" | "argumentNames" | "commandOutputs"> & {
  readonly name: string;
  readonly body: string;
  /** The body ends early. */
  readonly truncated?: boolean;
  /** Absolute path of the skill's folder; absent when an agent cannot look at it. */
  readonly directory?: string;
  /** Paths of the files that come with it. */
  readonly files?: readonly string[];
};

export type ActivationOptions = Pick<ArgumentOptions, "indexBase" | "variables"> & {
  /** How the model gets at the skill's files: by itself (the default), or with the skill tools alone. */
  readonly access?: "folder" | "tools";
};

/** What an activation puts before a model. */
export type Activation = Pick<ActivationRequest, "name" | "directory" | "arguments"> & {
  /** The instructions with arguments filled in; part of `text`. */
  readonly content: string;
  /** All that the model sees. */
  readonly text: string;
  /** Size of `text` in UTF-8. */
  readonly bytes: number;
  /** The instructions end early. */
  readonly truncated: boolean;
  /** How many files are not named. */
  readonly filesLeftOut: number;
  readonly notes: readonly ActivationNote[];
};

/**
 * Renders stage 2 of a skill: its instructions with arguments filled in, where it lies and which files it has. The
 * files themselves are left for the model to read.
 */
export function renderActivation(request: ActivationRequest, options: ActivationOptions = {}): Activation {
  const { name, directory, files = [] } = request;
  const variables = { ...folderVariables(directory), ...options.variables };
  const expanded = expandArguments(request.body, { ...request, ...options, variables });
  const { content, truncated } = renderContent(request, expanded);
  const list = renderFiles(files);
  const text = [
    `<skill_content name="${escapeXml(onOneLine(name))}">`,
    content,
    ...(directory === undefined
      ? []
      : ["", ...(options.access === "tools" ? toolsNote : renderDirectory(directory))]),
    ...list.lines,
    "</skill_content>",
  ].join("\n");
  return {
    name,
    ...(directory === undefined ? {} : { directory }),
    ...(request.arguments === undefined ? {} : { arguments: request.arguments }),
    content,
    text,
    bytes: byteLength(text),
    truncated,
    filesLeftOut: list.leftOut,
    notes: expanded.notes,
  };
}

/** Both spellings are in use; a caller's own value comes first. */
function folderVariables(directory: string | undefined): Readonly<Record<string, string>> {
  return directory === undefined ? {} : { SKILL_DIR: directory, CLAUDE_SKILL_DIR: directory };
}

const cutNote = "[Cut here: the instructions are longer than an activation may be. SKILL.md has the rest.]";

function renderContent(
  request: ActivationRequest,
  { text, appendix }: ExpandedText,
): Pick<Activation, "content" | "truncated"> {
  const whole = neutraliseMarkup(text);
  const body = truncateAtLine(whole, limits.activationBytes);
  const truncated = request.truncated === true || body !== whole;
  const given = truncateAtLine(neutraliseMarkup(appendix), limits.activationBytes);
  const parts = [body, truncated ? cutNote : "", given];
  return { content: parts.filter((part) => part !== "").join("\n\n"), truncated };
}

const toolsNote: readonly string[] = [
  "Run this skill's scripts with skills_run_script and read its files with skills_read_file, by their paths in the skill. Scripts start in the skill's folder: name the user's files by absolute paths.",
];

function renderDirectory(directory: string): readonly string[] {
  return [
    `Skill directory: ${renderPath(directory)}`,
    "Relative paths in this skill are relative to the skill directory. Run its commands there.",
  ];
}

function renderFiles(files: readonly string[]): {
  readonly lines: readonly string[];
  readonly leftOut: number;
} {
  const lines: string[] = [];
  let room: number = limits.activationFilesBytes;
  for (const file of files.slice(0, limits.activationFiles)) {
    const line = `  <file>${renderPath(file)}</file>`;
    room -= byteLength(line);
    if (room < 0) break;
    lines.push(line);
  }
  const leftOut = files.length - lines.length;
  if (leftOut > 0) lines.push(`  (${leftOut} more, not listed)`);
  return { lines: files.length === 0 ? [] : ["<skill_resources>", ...lines, "</skill_resources>"], leftOut };
}

/** A path as it is, so that it can be used, but for what could make a tag or a line of its own. */
function renderPath(path: string): string {
  return replaceControls(onOneLine(path)).replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function onOneLine(text: string): string {
  return text.replace(/[\t\n\r\u2028\u2029]/g, "\ufffd");
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
