import { decodeUtf8, formatNumber, isJsonObject, type JsonObject, parseJson } from "@skillwright/core/text";
import { UsageError } from "../../command.ts";
import { cliLimits } from "../../limits.ts";

/** Parses the JSON object that an agent passes to its hook. */
export function readHookPayload(bytes: Uint8Array): JsonObject {
  if (bytes.length > cliLimits.hookPayloadBytes)
    throw new UsageError(
      `the agent's payload is larger than ${formatNumber(cliLimits.hookPayloadBytes)} bytes.`,
    );
  // PowerShell pipes a byte order mark first.
  const text = decodeUtf8(bytes)?.replace(/^\uFEFF/, "");
  if (text === undefined) throw new UsageError("the agent's payload is not UTF-8.");
  if (text.trim() === "")
    throw new UsageError("standard input is empty; expected an agent's hook payload as JSON.");
  const payload = parseJson(text);
  if (!isJsonObject(payload)) throw new UsageError("the agent's payload is not a JSON object.");
  return payload;
}
