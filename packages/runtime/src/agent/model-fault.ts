import { redactText } from "@skillwright/core/audit";
import { printable } from "@skillwright/core/text";
import { runtimeLimits } from "../limits.ts";
import { agentLimits } from "./limits.ts";

/** What was wrong with the model, for programs. */
export type ModelFaultKind =
  | "timed-out"
  | "broken-stream"
  | "rate-limited"
  | "overloaded"
  | "unauthorized"
  | "unknown-model"
  | "too-long"
  | "refused"
  | "unreachable"
  | "failed";

/** Why a model could not be used. */
export type ModelFault = {
  readonly kind: ModelFaultKind;
  /** What happened and what to do: printable, bounded, without keys; of URLs only host and port. */
  readonly message: string;
  /** Wait time requested by the provider. */
  readonly retryAfterSeconds?: number;
};

/** A fault on its way through the SDK. */
export class ModelFailure extends Error {
  readonly fault: ModelFault;
  /** Whether a retry may help. */
  readonly mayRetry: boolean;

  constructor(fault: ModelFault, options: ErrorOptions & { readonly mayRetry: boolean }) {
    super(fault.message, options);
    this.name = "ModelFailure";
    this.fault = fault;
    this.mayRetry = options.mayRetry;
  }
}

type FaultFacts = {
  readonly kind: ModelFaultKind;
  readonly status?: number | undefined;
  readonly codes?: readonly string[];
  /** The server's host and port. */
  readonly server?: string | undefined;
  /** The cause in our words. */
  readonly why?: string;
  /** The provider's message. */
  readonly words?: string | undefined;
  /** Values to redact from its message. */
  readonly secrets?: readonly string[];
  readonly retryAfterSeconds?: number;
};

/** The message of a fault: what happened, with the provider's message if it helps, and what to do. */
export function describeFault(facts: FaultFacts): string {
  const { happened, advice, quoted } = sentences[facts.kind];
  const asked =
    facts.retryAfterSeconds === undefined ? "" : ` It asks to wait ${facts.retryAfterSeconds.toFixed()} s.`;
  const said = quoted && facts.words !== undefined ? quote(facts.words, facts.secrets ?? []) : "";
  return `${happened}${place(facts)}${detail(facts)}.${asked}${said} ${advice}`;
}

type Sentence = { readonly happened: string; readonly advice: string; readonly quoted: boolean };

/** Not quoted where the provider's message may show part of a key. */
const sentences: Readonly<Record<ModelFaultKind, Sentence>> = {
  "timed-out": {
    happened: "The model did not answer in time",
    advice: "Try again, or use another model.",
    quoted: false,
  },
  "broken-stream": {
    happened: "The model's answer broke off or could not be read",
    advice: "Try again; if it keeps happening, check the provider and its address.",
    quoted: true,
  },
  "rate-limited": {
    happened: "The provider is not accepting more requests right now",
    advice: "Wait, use another model, or raise the limit or credit of the account.",
    quoted: true,
  },
  overloaded: {
    happened: "The provider is overloaded or has an internal error",
    advice: "Try again later, or use another model.",
    quoted: true,
  },
  unauthorized: {
    happened: "The provider did not accept the key",
    advice: "Check the key and its permissions.",
    quoted: false,
  },
  "unknown-model": {
    happened: "The provider has no such model, or this key cannot use it",
    advice: "Check the name of the model and the address.",
    quoted: true,
  },
  "too-long": {
    happened: "The input is longer than the model accepts",
    advice: "Give it a smaller task, or use a model with a larger context window.",
    quoted: true,
  },
  refused: {
    happened: "The provider's filter refused this content",
    advice: "Rephrase the task, or use another model.",
    quoted: true,
  },
  unreachable: {
    happened: "The provider cannot be reached",
    advice: "Is it running? Check the address and the network.",
    quoted: false,
  },
  failed: {
    happened: "The model could not be used",
    advice: "Check the provider's message, or try another model.",
    quoted: true,
  },
};

/** The server's name helps only if none answered. Redacted, because a host may be named after a key. */
function place({ kind, server, secrets = [] }: FaultFacts): string {
  if (kind !== "unreachable" || server === undefined) return "";
  return ` at ${printable(redactText(withoutSecrets(server.slice(0, agentLimits.faultCharacters), secrets)))}`;
}

function detail({ status, codes = [], why }: FaultFacts): string {
  if (why !== undefined) return `: ${why}`;
  if (status !== undefined) return ` (status ${status.toFixed()})`;
  const code = codes.find((one) => /^E[A-Z_]{3,30}$|^(?:UND_ERR|CERT)_[A-Z_]{1,40}$/.test(one));
  return code === undefined ? "" : ` (${code})`;
}

function quote(words: string, secrets: readonly string[]): string {
  const plain = redactText(withoutSecrets(words.slice(0, runtimeLimits.failureCharacters), secrets))
    .replace(/\b[a-z][a-z+.-]{0,20}:\/\/[^\s"']+/gi, "[address]")
    .replace(/\s+/g, " ")
    .trim();
  if (plain === "") return "";
  const start = plain.slice(0, agentLimits.faultCharacters);
  const shown = printable(start.length < plain.length ? `${start}…` : start);
  return ` It says: ${shown}${/[.…!?]$/.test(shown) ? "" : "."}`;
}

/** Long ones first, since one may contain another. Values of a few characters would match in half of all words. */
function withoutSecrets(words: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= 4)
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, "[redacted]"), words);
}
