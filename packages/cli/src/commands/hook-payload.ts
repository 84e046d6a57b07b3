import { decodeUtf8, formatNumber, isJsonObject, type JsonObject, parseJson } from "@skillwright/core/text";
import { UsageError } from "../command.ts";
import { cliLimits } from "../limits.ts";

/** The JSON object that an agent writes to its hook. What is anything else cannot be judged. */
export function readHookPayload(bytes: Uint8Array): JsonObject {
  if (bytes.length > cliLimits.hookPayloadBytes)
    throw new UsageError(
      `the agent's payload has more than ${formatNumber(cliLimits.hookPayloadBytes)} bytes, so it was not read.`,
    );
  // PowerShell puts a byte order mark before what it pipes.
  const text = decodeUtf8(bytes)?.replace(/^\uFEFF/, "");
  if (text === undefined) throw new UsageError("the agent's payload is not UTF-8.");
  if (text.trim() === "")
    throw new UsageError("nothing came on standard input; expected the JSON that an agent tells its hook.");
  const payload = parseJson(text);
  if (!isJsonObject(payload)) throw new UsageError("the agent's payload is no JSON object.");
  return payload;
}
