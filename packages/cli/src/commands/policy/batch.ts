import { type ToolPattern, tokenizeTools } from "@skillwright/core/parse";
import { decide } from "@skillwright/core/policy";
import { formatNumber, isJsonObject, type JsonObject, parseJson } from "@skillwright/core/text";
import { exitCode } from "../../exit-code.ts";
import { type Line, maxLineBytes, openBatch } from "../../input/read-lines.ts";
import type { Io } from "../../io.ts";
import { type DecisionRow, toDecisionRow } from "../../session/decision-row.ts";
import { createProgress } from "../../terminal/progress.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import type { OpenedPolicy } from "./layers.ts";

/** Characters gathered before a write: few system calls, little memory. */
const writeChunk = 64 * 1024;

/** Answers the calls of a file of JSON lines, each with a line, in their order; one that is not a call says why. */
export async function explainBatch(policy: OpenedPolicy, file: string, io: Io): Promise<number> {
  const progress = createProgress(io, "Deciding:");
  let buffer = "";
  let isWhole = true;
  for await (const line of openBatch(policy.fs, file, io)) {
    await progress.tick(line.number);
    if (line.text?.trim() === "") continue;
    const answer = answerLine(line, policy);
    if ("error" in answer) isWhole = false;
    buffer += `${safeJson(answer)}\n`;
    if (buffer.length < writeChunk) continue;
    await io.out(buffer);
    buffer = "";
  }
  await progress.done();
  await io.out(buffer);
  return isWhole ? exitCode.ok : exitCode.usage;
}

type Answer =
  | (DecisionRow & { readonly id: string | number })
  | { readonly id: string | number | null; readonly error: string };

function answerLine({ text, number }: Line, policy: OpenedPolicy): Answer {
  const where = `line ${formatNumber(number)}`;
  if (text === undefined)
    return { id: null, error: `${where} is longer than ${formatNumber(maxLineBytes)} bytes` };
  // Some editors begin a file with a byte order mark.
  const call = parseJson(text.replace(/^\ufeff/, ""));
  if (!isJsonObject(call)) return { id: null, error: `${where} is not a JSON object` };
  const id = typeof call.id === "string" || typeof call.id === "number" ? call.id : null;
  if (id === null) return { id, error: `${where} has no id` };
  if (typeof call.tool !== "string" || call.tool.trim() === "")
    return { id, error: "expected the name of a tool at tool" };
  const requested = readTools(call, "allowedtools");
  const disallowed = readTools(call, "disallowedtools");
  if (requested === "unreadable" || disallowed === "unreadable")
    return { id, error: "expected a text or a list of texts at allowedTools and disallowedTools" };
  const layers = policy.layers(requested, disallowed);
  return { id, ...toDecisionRow(decide(policy.request(call.tool, call.input ?? {}), layers)) };
}

/** A list under any spelling of its name: one that was passed over would let everything through. */
function readTools(call: JsonObject, name: string): readonly ToolPattern[] | undefined | "unreadable" {
  const spelt = Object.keys(call).filter((key) => key.toLowerCase().replace(/[-_]/g, "") === name);
  if (spelt.length === 0) return undefined;
  const texts = spelt.flatMap((key): readonly unknown[] => [call[key]].flat());
  return texts.every((text) => typeof text === "string") ? texts.flatMap(tokenizeTools) : "unreadable";
}
