import { compact } from "@skillwright/core/text";
import { type Clock, systemClock } from "../clock.ts";
import { runtimeLimits } from "../limits.ts";
import { agentLimits } from "./limits.ts";
import { describeFault, ModelFailure, type ModelFaultKind } from "./model-fault.ts";

/** Classifies an error of a provider, the network or the SDK, thrown or sent inside a stream, in any shape. */
export function readFault(
  error: unknown,
  { otherwise = "failed", secrets = [], clock = systemClock }: ReadFaultOptions = {},
): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const evidence = gather(error);
  const { kind } = signs.find(({ shown }) => shown(evidence)) ?? { kind: otherwise };
  const retryAfterSeconds = readRetryAfter(evidence.headers, clock);
  const waiting = compact({ retryAfterSeconds });
  const { status, codes, words, server } = evidence;
  const message = describeFault({ kind, status, codes, server, words: words[0], secrets, ...waiting });
  const mayRetry = passing.has(kind) && !/quota|billing|credit balance/.test(evidence.text);
  return new ModelFailure({ kind, message, ...waiting }, { cause: error, mayRetry });
}

type ReadFaultOptions = {
  /** The kind of an unrecognized error. */
  readonly otherwise?: ModelFaultKind;
  /** Values to redact. */
  readonly secrets?: readonly string[];
  readonly clock?: Clock;
};

/** Faults that may be temporary. */
const passing: ReadonlySet<ModelFaultKind> = new Set([
  "timed-out",
  "broken-stream",
  "rate-limited",
  "overloaded",
  "unreachable",
]);

type Evidence = {
  readonly status: number | undefined;
  /** Names, types and codes of an error and its causes. */
  readonly codes: readonly string[];
  readonly words: readonly string[];
  /** Host and port of the URL. */
  readonly server: string | undefined;
  /** All of these in lower case. */
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
};

/** Providers put their own error into `error` or `data`; the SDK puts the network's into `cause`. */
function gather(error: unknown): Evidence {
  const layers: Readonly<Record<string, unknown>>[] = [];
  let waiting: readonly unknown[] = [error];
  for (let depth = 0; depth < agentLimits.faultDepth; depth++) {
    const records = waiting.filter(isRecord);
    layers.push(...records);
    waiting = records.flatMap(({ cause, lastError, data, error: inner, response }) => [
      cause,
      lastError,
      data,
      inner,
      response,
    ]);
  }
  const pick = (...keys: readonly string[]): readonly unknown[] =>
    layers.flatMap((layer) => keys.map((key) => layer[key]));
  const codes = pick("code", "type", "status", "name").filter((code) => typeof code === "string");
  const words = pick("message", "responseBody")
    .concat(error)
    .filter((text) => typeof text === "string" && text !== "")
    .map((text) => String(text).slice(0, runtimeLimits.failureCharacters));
  return {
    status: pick("statusCode", "status", "status_code", "code").map(Number).find(isStatus),
    codes,
    words,
    server: pick("url")
      .map(readServer)
      .find((server) => server !== undefined),
    text: [...codes, ...words].join("\n").toLowerCase(),
    headers: pick("responseHeaders", "headers").find(isRecord) ?? {},
  };
}

/** Drops user name, password, path and query of the URL. */
function readServer(address: unknown): string | undefined {
  if (typeof address !== "string" || !URL.canParse(address)) return undefined;
  const { protocol, hostname, port } = new URL(address);
  const usual = protocol === "http:" ? "80" : "443";
  return hostname === "" ? undefined : `${hostname}:${port === "" ? usual : port}`;
}

function isStatus(value: number): boolean {
  return Number.isInteger(value) && value >= 400 && value < 600;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

type Sign = { readonly kind: ModelFaultKind; readonly shown: (evidence: Evidence) => boolean };

/** The first match wins: specific words come before generic status codes. */
const signs: readonly Sign[] = [
  {
    kind: "unauthorized",
    shown: ({ status, text }) =>
      status === 401 ||
      /authentication_error|invalid_api_key|unauthenticated|api key not valid|api_key_invalid|(invalid|incorrect) api key|loadapikeyerror/.test(
        text,
      ),
  },
  {
    kind: "rate-limited",
    shown: ({ status, text }) =>
      status === 429 ||
      /rate_limit|rate limit|resource_exhausted|too_many_requests|insufficient_quota/.test(text),
  },
  {
    kind: "too-long",
    shown: ({ status, text }) =>
      status === 413 ||
      /context_length_exceeded|context length|context window|maximum context|(prompt|input|request) is too (long|large)|too many tokens|input token count|request_too_large/.test(
        text,
      ),
  },
  {
    kind: "refused",
    shown: ({ text }) => /content_filter|content_policy|content management policy|content policy/.test(text),
  },
  {
    kind: "unauthorized",
    shown: ({ status, text }) => status === 403 || /permission_(error|denied)/.test(text),
  },
  {
    kind: "unknown-model",
    shown: ({ status, text }) =>
      status === 404 ||
      /model_not_found|nosuchmodelerror|not_found_error|model [^\n]{0,200}(not found|does not exist)/.test(
        text,
      ),
  },
  {
    kind: "timed-out",
    shown: ({ status, text }) =>
      status === 408 ||
      status === 504 ||
      (status === undefined && /etimedout|timeouterror|timeout_error|_timeout\b/.test(text)),
  },
  {
    kind: "overloaded",
    shown: ({ status, text }) =>
      status === undefined
        ? /overloaded|server_error|api_error|internal_error|unavailable/.test(text)
        : status >= 500,
  },
  {
    kind: "unreachable",
    shown: ({ status, text }) =>
      status === undefined &&
      /econnrefused|enotfound|eai_again|ehostunreach|enetunreach|certificate|self.signed|unable_to_verify/.test(
        text,
      ),
  },
  {
    kind: "broken-stream",
    shown: ({ status, text }) =>
      status === undefined &&
      /jsonparseerror|typevalidationerror|invalidresponsedata|emptyresponsebody|nooutputgenerated|streamprovidererror|econnreset|epipe|und_err_socket|terminated|socket hang up|premature|stream error/.test(
        text,
      ),
  },
  { kind: "unreachable", shown: ({ text }) => /cannot connect to api|fetch failed/.test(text) },
];

/** Wait time requested by a provider: in milliseconds, in seconds, or until a date. */
function readRetryAfter(
  headers: Readonly<Record<string, unknown>>,
  clock: Pick<Clock, "now">,
): number | undefined {
  const milliseconds = toNumber(headers["retry-after-ms"]);
  if (milliseconds !== undefined) return Math.ceil(milliseconds / 1000);
  const after = headers["retry-after"];
  const seconds = toNumber(after);
  if (seconds !== undefined) return Math.ceil(seconds);
  // `Date.parse` would turn almost any number into a date.
  const moment = typeof after === "string" && /[a-z]/i.test(after) ? Date.parse(after) : Number.NaN;
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - clock.now()) / 1000));
}

function toNumber(value: unknown): number | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
