import { isJsonObject } from "@skillwright/core/text";

/** How a call ended, for the audit log. */
export type Outcome = {
  readonly ok: boolean;
  readonly exitCode?: number;
  readonly output?: string;
  readonly error?: string;
};

/** Reads a tool's answer: whether it succeeded, in OmniForge's, VibeTavern's or MCP's shape, and a command's output. */
export function describeOutcome(value: unknown): Outcome {
  if (!isJsonObject(value)) return { ok: true };
  const ok = value.success !== false && value.ok !== false && value.isError !== true;
  const error = ok ? {} : { error: errorOf(value) };
  const data = [value.result, value.data, value].find(
    (one) => isJsonObject(one) && exitCodeOf(one) !== undefined,
  );
  if (!isJsonObject(data)) return { ok, ...error };
  const output = [data.stdout, data.stderr]
    .filter((text) => typeof text === "string" && text !== "")
    .join("\n");
  const exitCode = exitCodeOf(data) ?? 0;
  return { ok, exitCode, output, ...error };
}

export function describeFailure(error: unknown): Outcome {
  return { ok: false, error: error instanceof Error ? error.message : String(error) };
}

function toWords(error: unknown): string {
  return isJsonObject(error) ? `${error.code ?? ""} ${error.message ?? ""}`.trim() : String(error);
}

function exitCodeOf({
  exit_code,
  return_code,
  exitCode,
}: Readonly<Record<string, unknown>>): number | undefined {
  const code = exit_code ?? return_code ?? exitCode;
  return typeof code === "number" ? code : undefined;
}

/** MCP has no error field: the first text is the message. The recorder redacts and shortens it. */
function errorOf({ error, errors, content }: Readonly<Record<string, unknown>>): string {
  if (typeof error === "string") return error;
  if (Array.isArray(errors)) return errors.map(toWords).join("; ");
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const text = parts.find((part) => isJsonObject(part) && typeof part.text === "string");
  return isJsonObject(text) ? String(text.text) : "";
}
