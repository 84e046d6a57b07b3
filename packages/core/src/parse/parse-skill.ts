import type { Observation } from "../finding.ts";
import { limits } from "../limits.ts";
import type { SkillManifest } from "../skill.ts";
import type { Span } from "../text/span.ts";
import { parseYaml } from "./parse-yaml.ts";
import { readManifest } from "./read-manifest.ts";
import { type RepairedYaml, repairYaml } from "./repair-yaml.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";
import { readStrayLists } from "./tool-list.ts";
import type { YamlMap, YamlNode, YamlProblem, YamlResult } from "./yaml-node.ts";

export type ParsedSkill = {
  readonly text: string;
  readonly manifest: SkillManifest;
  /** The frontmatter as a tree with offsets into `text`; undefined if missing or unreadable. */
  readonly frontmatter: YamlMap | undefined;
  /** Offsets of the YAML between the delimiters. */
  readonly frontmatterSpan: Span | undefined;
  readonly bodySpan: Span;
  readonly problems: readonly Observation[];
  /** The file could not be read at all, so rules have nothing else to check. */
  readonly unreadable?: true;
};

/**
 * Parses the text of a SKILL.md into a manifest. Never throws on bad input: returns problems, and as much of the skill
 * as it can read.
 *
 * @example
 * const { manifest, problems } = parseSkill("---\nname: pdf\ndescription: Reads PDF files.\n---\n# PDF\n");
 */
export function parseSkill(text: string): ParsedSkill {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const problems: Observation[] = start === 1 ? [bomProblem] : [];
  const parts = splitFrontmatter(text);
  if (parts.kind === "absent") {
    problems.push(describeAbsence(text, start));
    const bodySpan = { start, end: text.length };
    return {
      text,
      manifest: { ...readManifest(undefined), ...readStrayLists(text) },
      frontmatter: undefined,
      frontmatterSpan: undefined,
      bodySpan,
      problems,
      ...(text === "" ? { unreadable: true } : {}),
    };
  }
  if (parts.kind === "unclosed") {
    problems.push({ rule: "frontmatter.unclosed", message: "unclosed", span: { start, end: start + 3 } });
    return parseUnclosed(text, parts.yaml, problems);
  }
  const frontmatter = readFrontmatter(text, parts.yaml, problems);
  const manifest = readManifest(frontmatter);
  return { text, manifest, frontmatter, frontmatterSpan: parts.yaml, bodySpan: parts.body, problems };
}

/**
 * Assumes that unclosed frontmatter ends at its first empty line. YAML problems are neither reported nor repaired, since
 * this text may well be the body.
 */
function parseUnclosed(text: string, { start, end }: Span, problems: readonly Observation[]): ParsedSkill {
  const line = /^[ \t]*\r?\n/m.exec(text.slice(start, end));
  const middle = line ? start + line.index : end;
  const frontmatterSpan = { start, end: middle };
  const { node } = parseYaml(text, frontmatterSpan);
  const frontmatter = node?.kind === "map" ? node : undefined;
  const manifest = readManifest(frontmatter);
  return { text, manifest, frontmatter, frontmatterSpan, bodySpan: { start: middle, end }, problems };
}

const bomProblem: Observation = {
  rule: "file.bom",
  message: "bom",
  span: { start: 0, end: 1 },
  fix: { title: "Remove the byte order mark", safe: true, edits: [{ span: { start: 0, end: 1 }, text: "" }] },
};

function describeAbsence(text: string, start: number): Observation {
  const indented = /^\s+---[ \t]*\r?\n/.exec(text.slice(start, start + 1000));
  const rule = "frontmatter.required";
  if (!indented) return { rule, message: "missing", span: { start, end: start } };
  const end = start + indented[0].indexOf("---");
  const fix = {
    title: "Remove the text before the opening ---",
    safe: true,
    edits: [{ span: { start, end }, text: "" }],
  };
  return { rule, message: "notFirst", span: { start, end }, fix };
}

function readFrontmatter(text: string, span: Span, problems: Observation[]): YamlMap | undefined {
  if (span.end - span.start > limits.frontmatterBytes) {
    problems.push({
      rule: "frontmatter.yaml",
      message: "too-large",
      args: { max: limits.frontmatterBytes },
      span,
    });
    return undefined;
  }
  const { node, problems: found } = parseWithRepair(text, span, problems);
  for (const problem of found) problems.push(toObservation(problem));
  if (node?.kind === "map") return node;
  if (node === undefined && found.length > 0) return undefined;
  const message = node === undefined ? "empty" : "notMapping";
  problems.push({
    rule: "frontmatter.mapping",
    message,
    args: { found: node?.kind ?? "nothing" },
    span: node?.span ?? span,
  });
  return undefined;
}

/** Parses; on failure, quotes the values that authors forget to quote and parses again. */
function parseWithRepair(text: string, span: Span, problems: Observation[]): YamlResult {
  const first = parseYaml(text, span);
  if (first.problems[0]?.code !== "invalid") return first;
  const repaired = repairYaml(text.slice(span.start, span.end));
  if (!repaired) return first;
  const second = parseYaml(repaired.source);
  if (second.node === undefined) return first;
  problems.push(...describeRepairs(repaired, span.start));
  return shiftResult(second, (at) => repaired.toOriginal(at) + span.start);
}

function describeRepairs(repaired: RepairedYaml, offset: number): Observation[] {
  return repaired.repairs.map(({ key, span, quoted }) => {
    const place = { start: span.start + offset, end: span.end + offset };
    // Quoting would turn a trailing comment into part of the value; only the author knows which is meant.
    const safe = !/\s#/.test(quoted);
    const fix = { title: `Quote the value of ${key}`, safe, edits: [{ span: place, text: quoted }] };
    return { rule: "frontmatter.unquotedValue", message: "unquoted", args: { field: key }, span: place, fix };
  });
}

function toObservation({ code, detail, span }: YamlProblem): Observation {
  if (code === "duplicate-key") {
    return { rule: "frontmatter.duplicateKey", message: "duplicate", args: { key: detail }, span };
  }
  return { rule: "frontmatter.yaml", message: code, args: { detail, max: limits.frontmatterBytes }, span };
}

type OffsetMap = (offset: number) => number;

function shiftResult({ node, problems }: YamlResult, map: OffsetMap): YamlResult {
  return {
    node: node && shiftNode(node, map),
    problems: problems.map((problem) => ({ ...problem, span: shiftSpan(problem.span, map) })),
  };
}

function shiftSpan(span: Span, map: OffsetMap): Span {
  return { start: map(span.start), end: map(span.end) };
}

function shiftNode<T extends YamlNode>(node: T, map: OffsetMap): T;
function shiftNode(node: YamlNode, map: OffsetMap): YamlNode {
  const span = shiftSpan(node.span, map);
  if (node.kind === "scalar") return { ...node, span };
  if (node.kind === "list") return { ...node, items: node.items.map((item) => shiftNode(item, map)), span };
  const entries = node.entries.map(({ key, value }) => ({
    key: shiftNode(key, map),
    value: shiftNode(value, map),
  }));
  return { ...node, entries, span };
}
