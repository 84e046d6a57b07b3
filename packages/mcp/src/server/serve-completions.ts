import {
  type CompleteRequestParams,
  type CompleteResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { limits, SkillError, type SkillManifest } from "@skillwright/core";
import type { Catalog } from "@skillwright/core/catalog";
import { listingLimits } from "@skillwright/core/listing";
import { printable } from "@skillwright/core/text";
import { mcpLimits } from "../limits.ts";
import { hasPrompt } from "./serve-prompts.ts";

export type CompletionServing = {
  readonly catalog: Catalog;
  /** Addresses that `skill://{+path}` can be completed to, in order; only of skills that the caller can list. */
  readonly addresses: (start: string) => AsyncIterable<string>;
  /** Throws what a client may learn of a failure. */
  readonly fail: (error: unknown) => never;
};

/** Completes the arguments of prompts from their hints, and `skill://` addresses from the listed skills and their files. */
export function serveCompletions({ server }: McpServer, serving: CompletionServing): void {
  server.setRequestHandler("completion/complete", ({ params }) =>
    complete(params, serving).catch(serving.fail),
  );
}

async function complete(params: CompleteRequestParams, serving: CompletionServing): Promise<CompleteResult> {
  const { ref, argument } = params;
  if (argument.value.length > limits.listedName) return toResult([]);
  if (ref.type === "ref/prompt") return toResult(await completePrompt(ref.name, argument, serving.catalog));
  if (ref.uri !== addressTemplate) throw refuse(`Unknown resource template: ${printable(ref.uri)}.`);
  if (argument.name !== "path") return toResult([]);
  const found: string[] = [];
  for await (const address of serving.addresses(`${scheme}${argument.value}`)) {
    found.push(address.slice(scheme.length));
    if (found.length > mcpLimits.completions) break;
  }
  return toResult(found);
}

/** The template of the skills extension. */
const scheme = "skill://";
const addressTemplate = `${scheme}{+path}`;

function toResult(found: readonly string[]): CompleteResult {
  const values = found.slice(0, mcpLimits.completions);
  return { completion: { values, hasMore: found.length > values.length } };
}

function refuse(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

type Argument = CompleteRequestParams["argument"];

async function completePrompt(
  name: string,
  { name: asked, value }: Argument,
  catalog: Catalog,
): Promise<string[]> {
  const isListed = catalog.list().skills.some((skill) => skill.id === name && hasPrompt(skill));
  // The same answer for a skill that exists and one that does not.
  if (!isListed) throw refuse(`Unknown prompt: ${printable(name)}.`);
  const { argumentNames = [], argumentHint = "" } = await loadManifest(name, catalog);
  const hint = argumentHint.slice(0, listingLimits.listedDescription);
  if (argumentNames.includes(asked))
    return startingWith(value, hintedValues(hintOf(asked, argumentNames, hint)));
  if (argumentNames.length > 0 || asked !== "arguments") return [];
  // Free text: its last word is completed.
  const typed = value.slice(0, value.lastIndexOf(" ") + 1);
  const others = hintedValues(hint).filter((word) => !typed.split(" ").includes(word));
  return startingWith(value.slice(typed.length), others).map((word) => `${typed}${word}`);
}

/** Loading checks the trust in a project's skill. */
async function loadManifest(name: string, catalog: Catalog): Promise<Partial<SkillManifest>> {
  try {
    return (await catalog.load(name)).manifest;
  } catch (error) {
    if (error instanceof SkillError) return {};
    throw error;
  }
}

/** The part of a hint such as `[add|remove] [tag]` that is about one of the skill's named arguments. */
function hintOf(asked: string, names: readonly string[], hint: string): string {
  const groups = hint.match(/\[[^[\]]*\]|<[^<>]*>/g) ?? [];
  return groups.length === names.length ? (groups[names.indexOf(asked)] ?? "") : "";
}

/** The words that a hint offers: alternatives such as `add [tag] | remove [tag]` and `fast|safe`, and options such as `--dry-run`. */
export function hintedValues(hint: string): readonly string[] {
  const parts = hint.split("|");
  const alternatives = parts.flatMap((part, index) => {
    const [first, last] = [
      /^\s*([\w./:@+-]+)/.exec(part)?.[1],
      /(?<![\w./:@+-])[\w./:@+-]+$/.exec(part.trimEnd())?.[0],
    ];
    const [isAfter, isBefore] = [index > 0, index < parts.length - 1];
    return [...(isAfter ? [first] : []), ...(isBefore ? [last ?? first] : [])];
  });
  const options = hint.match(/(?<![\w-])--[a-z][\w-]*/gi) ?? [];
  return [...new Set([...alternatives.filter((word) => word !== undefined), ...options])];
}

function startingWith(start: string, words: readonly string[]): string[] {
  return words.filter((word) => word.toLowerCase().startsWith(start.toLowerCase()));
}
