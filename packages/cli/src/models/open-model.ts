import { SkillError } from "@skillwright/core";
import { compact } from "@skillwright/core/text";
import { type Maker, type Price, priceOf } from "@skillwright/evals";
import type { ModelFault } from "@skillwright/runtime/agent";
import { createDemoModel } from "./demo/demo-model.ts";
import { createLazyModel, type ModelV4 } from "./language-model.ts";
import {
  defaultModel,
  findModelName,
  isMaker,
  keyMissing,
  type ModelName,
  noModelSet,
  readModelName,
  sized,
} from "./model-name.ts";
import {
  completeBaseUrl,
  type ModelSettings,
  modelUnavailable,
  type ProviderId,
  providers,
} from "./providers.ts";

export type ModelRequest = {
  /** `provider/name`, or a name that implies its provider. */
  readonly name?: string;
  readonly baseUrl?: string;
  /** Use the demo model, which needs neither key nor network. */
  readonly offline?: boolean;
};

export type OpenedModel = {
  readonly model: ModelV4;
  /** `anthropic/claude-…` */
  readonly label: string;
  /**
   * The model that a skill requests: `inherit`, a size (`haiku`, `sonnet`, `opus`) of the same provider, a full name, or
   * `provider/name` of another provider with a key. Undefined if there is none or it is misconfigured.
   */
  find(name: string): ModelV4 | undefined;
  /** Advice on a fault of this model; empty if there is none. */
  advise(kind: ModelFault["kind"]): string;
  /** Undefined if unknown. */
  price(modelId: string): Price | undefined;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Opens the requested model, or the default of the first provider with a key. Loads and sends nothing before the first call. */
export async function openModel(request: ModelRequest, environment: Environment): Promise<OpenedModel> {
  if (request.offline === true) return openDemo();
  const name = chooseModel(request, environment);
  const { baseUrl } = request;
  const model = createModel(name, environment, baseUrl);
  const { baseURL } = settingsOf(name, environment, baseUrl);
  return {
    model,
    label: `${name.provider}/${name.modelId}`,
    find: (wanted) => tryFind(wanted, { name, model, environment, baseUrl }),
    advise: (kind) => faultAdvice(kind, { provider: name.provider, baseURL }),
    price: (modelId) => (isMaker(name.provider) ? priceOf(modelId) : undefined),
  };
}

function openDemo(): OpenedModel {
  const model = createDemoModel();
  const free: Price = { input: 0, cachedInput: 0, output: 0 };
  const label = `${model.provider}/${model.modelId}`;
  return { model, label, find: () => model, advise: () => "", price: () => free };
}

function chooseModel({ name, baseUrl }: ModelRequest, environment: Environment): ModelName {
  const asked = name ?? settingOf(environment, "SKILLWRIGHT_MODEL");
  if (asked !== undefined) return readModelName(asked, { isServed: baseUrl !== undefined });
  if (baseUrl !== undefined)
    throw modelUnavailable("--base-url requires a model. Add `--model NAME`, with the server's name for it.");
  const makers: readonly Maker[] = ["anthropic", "openai", "google"];
  const provider = makers.find((id) => keyOf(id, environment) !== undefined);
  const modelId = provider && defaultModel(provider)?.id;
  if (provider === undefined || modelId === undefined) throw noModelSet();
  return { provider, modelId };
}

function createModel(
  { provider, modelId }: ModelName,
  environment: Environment,
  baseUrl: string | undefined,
): ModelV4 {
  const settings = settingsOf({ provider, modelId }, environment, baseUrl);
  return createLazyModel({ provider, modelId }, () => providers[provider].create(settings));
}

function settingsOf(
  { provider, modelId }: ModelName,
  environment: Environment,
  baseUrl: string | undefined,
): ModelSettings {
  const { url, needsKey } = providers[provider];
  const set = settingOf(environment, url.variable);
  const address = baseUrl ?? set ?? url.usual;
  if (address === undefined)
    throw modelUnavailable(
      `No server given for ${modelId}. Set --base-url or ${url.variable}, such as http://localhost:8000/v1.`,
    );
  const baseURL = completeBaseUrl(address, url, baseUrl === undefined ? url.variable : "--base-url");
  const shared = baseUrl === undefined && set !== undefined ? url.key : undefined;
  const key = keyOf(provider, environment, shared);
  if (key === undefined && needsKey) throw keyMissing(provider);
  return { modelId, baseURL, ...compact({ key }) };
}

/** The first key that is set, validated for use in a header. */
function keyOf(provider: ProviderId, environment: Environment, shared?: string): ModelSettings["key"] {
  const variables = [...providers[provider].keys, ...(shared === undefined ? [] : [shared])];
  const variable = variables.find((name) => settingOf(environment, name) !== undefined);
  const value = variable && settingOf(environment, variable);
  if (variable === undefined || value === undefined) return undefined;
  if (!/^[\x21-\x7e]+$/.test(value))
    throw modelUnavailable(
      `${variable} contains a space, a line break or another character that is invalid in a key. Set it to the key alone.`,
    );
  return { variable, value };
}

/** Empty variables count as unset. */
function settingOf(environment: Environment, variable: string): string | undefined {
  const value = environment[variable];
  return value === undefined || value.trim() === "" ? undefined : value;
}

type Opened = {
  readonly name: ModelName;
  readonly model: ModelV4;
  readonly environment: Environment;
  readonly baseUrl: string | undefined;
};

/** A skill's model is optional: a misconfigured key or URL must not end a run that works without it. */
function tryFind(wanted: string, opened: Opened): ModelV4 | undefined {
  try {
    return findModel(wanted, opened);
  } catch (error) {
    if (error instanceof SkillError && error.code === "model-unavailable") return undefined;
    throw error;
  }
}

function findModel(wanted: string, { name, model, environment, baseUrl }: Opened): ModelV4 | undefined {
  if (wanted === "inherit") return model;
  const { provider } = name;
  const ofSize = sized(provider, wanted);
  if (ofSize !== undefined) return createModel({ provider, modelId: ofSize }, environment, baseUrl);
  const found = findModelName(wanted);
  if (found?.provider === provider) return createModel(found, environment, baseUrl);
  // A skill may only choose among providers that the user configured.
  if (found === undefined || keyOf(found.provider, environment) === undefined) return undefined;
  return createModel(found, environment, undefined);
}

/** The provider and its URL. */
type AskedServer = { readonly provider: ProviderId; readonly baseURL: string };

/** Advice on a fault that depends on the provider; empty if there is none. */
export function faultAdvice(kind: ModelFault["kind"], { provider, baseURL }: AskedServer): string {
  const { keys, title, url } = providers[provider];
  switch (kind) {
    case "unreachable": {
      // Only the origin: a path may contain a secret.
      const { origin } = new URL(baseURL);
      const isRunning = provider === "ollama" || provider === "vllm" ? ` Is ${title} running?` : "";
      return `Tried ${origin} (change it with --base-url or ${url.variable}).${isRunning}`;
    }
    case "unauthorized":
      return `The key comes from ${keys.join(" or ")}.`;
    case "timed-out":
      return "Try a smaller task or a faster model (--model); a local server may still be loading its model.";
    default:
      return "";
  }
}
