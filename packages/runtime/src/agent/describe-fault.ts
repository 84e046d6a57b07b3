import { redactText } from "@skillwright/core/audit";
import { printable } from "@skillwright/core/text";
import { runtimeLimits } from "../limits.ts";
import { agentLimits } from "./limits.ts";
import type { ModelFaultKind } from "./model-fault.ts";

export type FaultFacts = {
  readonly kind: ModelFaultKind;
  readonly status?: number | undefined;
  readonly codes?: readonly string[];
  /** The server that was asked, as host and port. */
  readonly server?: string | undefined;
  /** What was seen, in our words. */
  readonly why?: string;
  /** What the provider says. */
  readonly words?: string | undefined;
  /** Values that are left out of its words. */
  readonly secrets?: readonly string[];
  readonly retryAfterSeconds?: number;
};

/** The words of a fault: what happened, with the provider's own words where they help, and what to do. */
export function describeFault(facts: FaultFacts): string {
  const { happened, advice, quoted } = sentences[facts.kind];
  const asked =
    facts.retryAfterSeconds === undefined ? "" : ` It asks to wait ${facts.retryAfterSeconds.toFixed()} s.`;
  const said = quoted && facts.words !== undefined ? quote(facts.words, facts.secrets ?? []) : "";
  return `${happened}${place(facts)}${detail(facts)}.${asked}${said} ${advice}`;
}

type Sentence = { readonly happened: string; readonly advice: string; readonly quoted: boolean };

/** What a provider says of a key may show part of it, so it is not repeated. */
const sentences: Readonly<Record<ModelFaultKind, Sentence>> = {
  "timed-out": {
    happened: "The model did not answer in time",
    advice: "Try again, or use another model.",
    quoted: false,
  },
  "broken-stream": {
    happened: "The model's answer broke off or could not be read",
    advice: "Try again; if it stays so, look at the provider or the address that is asked.",
    quoted: true,
  },
  "rate-limited": {
    happened: "The provider does not accept more requests now",
    advice: "Wait, use another model, or raise the limit or credit of the account.",
    quoted: true,
  },
  overloaded: {
    happened: "The provider is overloaded or has a fault of its own",
    advice: "Try again later, or use another model.",
    quoted: true,
  },
  unauthorized: {
    happened: "The provider did not accept the key",
    advice: "Check the key, and what it may be used for.",
    quoted: false,
  },
  "unknown-model": {
    happened: "The provider has no such model, or not for this key",
    advice: "Check the name of the model and the address.",
    quoted: true,
  },
  "too-long": {
    happened: "There is more text than the model can take",
    advice: "Give it a smaller task, or use a model with more room.",
    quoted: true,
  },
  refused: {
    happened: "The provider's filter refused this content",
    advice: "Say the task in other words, or use another model.",
    quoted: true,
  },
  unreachable: {
    happened: "The provider cannot be reached",
    advice: "Is it running? Check the address and the network.",
    quoted: false,
  },
  failed: {
    happened: "The model could not be used",
    advice: "Look at the provider's words, or try another model.",
    quoted: true,
  },
};

/** Which server it was helps only where none answered. A host may be named after a key, as any of a provider's words. */
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

/** Long ones first: one may be part of another. Anything of a few characters would be found in half of all words. */
function withoutSecrets(words: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= 4)
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, "[redacted]"), words);
}
