import {
  findValue,
  number,
  readMap,
  readMaps,
  readNumber,
  readText,
  readTexts,
  type Shape,
  text,
  texts,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { type EvalRead, readResultFile, record, toJsonText } from "../formats/read-eval-file.ts";
import { evalsLimits } from "../limits.ts";
import { scenariosLimits } from "../scenarios/limits.ts";
import type { ReadTestFile } from "../testing/case.ts";
import type { Complaint } from "../testing/read-test-file.ts";
import { type ModelTurn, readTurn, turnFaults, turnFinishes } from "./model-turn.ts";

/**
 * A model's answers, so that a trial can run again without it. Folders of the recording machine appear as
 * `${NAME}`, and without the given secrets.
 */
export type Recording = {
  readonly version: 1;
  /** The provider's model id. */
  readonly model: string;
  /** Digests of the agent's skills, in order; the recording is valid only for these. */
  readonly skills: readonly string[];
  /** In the order of the requests. */
  readonly exchanges: readonly Exchange[];
};

export type Exchange = { readonly request: RecordedRequest; readonly turn: ModelTurn };

/** A request without what differs between machines and runs. Digests are hexadecimal SHA-256. */
export type RecordedRequest = {
  readonly digest: string;
  /** Digests of parts, to explain how another request differs. */
  readonly system: string;
  readonly tools: string;
  /** The start of its last message. */
  readonly excerpt: string;
};

/** Reads a recording. Reports all problems: syntax errors by line, everything else by path. */
export function readRecording(source: string, file: string): ReadTestFile<Recording> {
  const result = readResultFile(source, file, { shape, read });
  return result.ok ? { ok: true, value: result.value } : { ok: false, problems: result.problems };
}

const usage = record({ inputTokens: number, cachedInputTokens: number, outputTokens: number }, [
  "inputTokens",
  "cachedInputTokens",
  "outputTokens",
]);
const input: Shape = { type: "either", of: [text, { type: "dictionary", value: { type: "anything" } }] };
const call = record({ tool: text, input }, ["tool", "input"]);
const finish: Shape = { type: "choice", of: turnFinishes };
const turn = record({ text, calls: { type: "list", item: call }, usage, finish }, ["calls"]);
const request = record({ digest: text, system: text, tools: text, excerpt: text }, [
  "digest",
  "system",
  "tools",
  "excerpt",
]);
const exchanges: Shape = { type: "list", item: record({ request, turn }, ["request", "turn"]) };
const shape = record({ version: number, model: text, skills: texts, exchanges }, [
  "version",
  "model",
  "skills",
  "exchanges",
]);

function read(node: YamlNode): EvalRead<Recording> {
  const map = readMap(node);
  const found = readMaps(map, "exchanges");
  return {
    value: {
      version: 1,
      model: readText(findValue(map, "model")) ?? "",
      skills: readTexts(findValue(map, "skills")) ?? [],
      exchanges: found.map(readExchange),
    },
    complaints: [
      ...versionFaults(map, node),
      ...(found.length > scenariosLimits.recordingExchanges ? [{ span: node.span, message: tooMany }] : []),
      ...found.flatMap(exchangeFaults),
    ],
  };
}

const tooMany = `exchanges: at most ${scenariosLimits.recordingExchanges} are allowed.`;

function versionFaults(map: YamlMap | undefined, { span }: YamlNode): readonly Complaint[] {
  const version = readNumber(findValue(map, "version"));
  if (version === undefined || version === 1) return [];
  return [
    {
      span,
      message: `version: expected 1, found ${version}. A different version of Skillwright recorded this: record it again.`,
    },
  ];
}

function readExchange(map: YamlMap): Exchange {
  const asked = readMap(findValue(map, "request"));
  const field = (key: string): string => readText(findValue(asked, key)) ?? "";
  return {
    request: {
      digest: field("digest"),
      system: field("system"),
      tools: field("tools"),
      excerpt: field("excerpt").slice(0, evalsLimits.recordingExcerptCharacters),
    },
    turn: readTurn(readMap(findValue(map, "turn"))),
  };
}

function exchangeFaults(map: YamlMap, index: number): readonly Complaint[] {
  const { request: asked, turn: answer } = readExchange(map);
  const isDigest = [asked.digest, asked.system, asked.tools].every((one) => /^[0-9a-f]{64}$/.test(one));
  const wrong = isDigest
    ? []
    : ["request: expected 64 hexadecimal digits in each of digest, system and tools."];
  return [...wrong, ...turnFaults(answer).map((fault) => `turn${fault}`)].map((message) => ({
    span: map.span,
    message: `exchanges[${index}].${message}`,
  }));
}

/**
 * Formats a recording; `readRecording` reads it back. People review it, so invisible and reordering
 * characters are escaped.
 */
export function toRecordingText({ version, model, skills, exchanges }: Recording): string {
  const text = toJsonText({
    version,
    model,
    skills,
    exchanges: exchanges.map(({ request, turn }) => ({ request, turn })),
  });
  // Unprintable characters can only be inside JSON strings, which have escapes for them.
  return text.replace(unprintable, toEscape);
}

const unprintable = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

function toEscape(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
