import type { Level } from "../../../finding.ts";
import type { Carried, ConnectAction, Label } from "../../../scan/evidence.ts";
import { classifyHost, type HostKind, readAddress } from "../../../scan/hosts.ts";
import { classifyPlace, normalizePath } from "../../../scan/places.ts";
import { isOwnReceiver } from "../../actions/own-receiver.ts";
import { isOwnService } from "./own-service.ts";
import { asksOnlyForPrefix, isKeyOfHost, isSameOrigin } from "./own-traffic.ts";

/** What leaves the machine, in words, and how bad that is. */
export type Shipment = { readonly data: string; readonly level: Level };

/** Judges what a connection carries by where it goes; undefined where such data belongs there. */
export function gradeShipment(action: ConnectAction): Shipment | undefined {
  const { carries, address, direction } = action;
  const isOwn = isOwnReceiver(action);
  const kind = address === undefined || isComputed(address) ? "computed" : classifyHost(address);
  if (kind === "loopback" || kind === "private") return undefined;
  if (address !== undefined && (isSameOrigin(address) || asksOnlyForPrefix(address))) return undefined;
  const host = kind === "computed" ? "" : readAddress(address ?? "").host;
  const receiver = direction === "lookup" ? "covert" : receivers[kind];
  let worst: Shipment | undefined;
  const named = new Set<string>();
  for (const carried of carries) {
    if (direction === "lookup" && isReceiver(carried, address)) continue;
    if (isOwn && isForOwnReceiver(carried, address)) continue;
    if (isSecretName(carried)) {
      if (host !== "" && !isOwnService(carried.from, host)) named.add(carried.from);
      continue;
    }
    if (receiver === "unknown" && isOfProject(carried.from) && isKeyOfHost(action, host)) continue;
    const shipment = gradeOne(carried, receiver, host);
    if (shipment && (!worst || order.indexOf(shipment.level) > order.indexOf(worst.level))) worst = shipment;
  }
  return worst ?? gradeNamed(named, receiver);
}

/** `ping $ip` sends nothing of the file that the address was read from; a name built from data ends in the host that is told. */
function isReceiver({ label }: Carried, address = ""): boolean {
  return (
    (label === "personal-files" || label === "machine-facts") &&
    !/\.[a-z]{2,24}\.?["']?$/i.test(address) &&
    (address === "" || isComputed(address))
  );
}

/** The bot's token and settings, and the name of the machine that the message is about. */
function isForOwnReceiver({ label, from }: Carried, address = ""): boolean {
  if (label === "machine-facts") return true;
  if (label === "personal-files") return /\.(?:json|conf|cfg|ini|ya?ml|toml|env)$/.test(from);
  return /^\$?\{?\w{2,80}\}?$/.test(from) && address.includes(from.replaceAll(/[${}]/g, ""));
}

const order: readonly Level[] = ["low", "medium", "high", "critical"];

/** Only the run decides where it goes. */
function isComputed(address: string): boolean {
  return /^(?:[a-z]{2,8}:\/\/)?(?:[$%{]|$)/i.test(address.trim());
}

type Receiver = "covert" | "unknown" | "computed" | "known";

const receivers: Readonly<Record<HostKind | "computed", Receiver>> = {
  computed: "computed",
  loopback: "known",
  private: "known",
  example: "unknown",
  "known-installer": "known",
  "well-known": "known",
  "code-host": "known",
  unknown: "unknown",
  "paste-site": "covert",
  "file-drop": "covert",
  webhook: "covert",
  tunnel: "covert",
  shortener: "covert",
  "dns-log": "covert",
  "raw-address": "covert",
  "look-alike": "covert",
};

type Row = Readonly<Partial<Record<Receiver, Level>>>;

const levels: Readonly<Partial<Record<Label, Row>>> = {
  credentials: { covert: "critical", unknown: "critical", computed: "high", known: "high" },
  environment: { covert: "critical", unknown: "critical", computed: "high", known: "high" },
  "personal-files": { covert: "critical", unknown: "high", computed: "low" },
  "agent-memory": { covert: "critical", unknown: "high", computed: "medium", known: "medium" },
  clipboard: { covert: "critical", unknown: "high", computed: "medium", known: "medium" },
  observation: { covert: "critical", unknown: "high", computed: "medium", known: "medium" },
  "machine-facts": { covert: "high", unknown: "low" },
};

/** A skill reads its own key from `.env` or `credentials.json` and sends it to its service. */
const projectSecrets: Row = { covert: "critical", unknown: "medium" };

function gradeOne(carried: Carried, receiver: Receiver, host: string): Shipment | undefined {
  const { label, from } = carried;
  if (isOwnService(from, host)) return undefined;
  const row = label === "credentials" && isOfProject(from) ? projectSecrets : levels[label];
  const level = chats.test(host) && label === "agent-memory" ? "high" : row?.[receiver];
  return level && { data: describe(carried), level };
}

/** Where people have agents send them messages. */
const chats = /(?:^|\.)(?:telegram\.org|discord(?:app)?\.com|slack\.com)$/;

function isOfProject(path: string): boolean {
  const kind = classifyPlace(path);
  if (kind === "environment-file") return true;
  return (
    kind === "credentials" &&
    !/^(?:~|\/|[A-Za-z]:)/.test(normalizePath(path)) &&
    !/\.ssh|\.aws|id_rsa|\.gnupg|\.kube/.test(path)
  );
}

function describe({ label, from }: Carried): string {
  switch (label) {
    case "environment":
      return "the environment with every secret in it";
    case "agent-memory":
      return `what agents remember (${short(from)})`;
    case "clipboard":
      return "the clipboard";
    case "observation":
      return "what the user does or shows";
    case "machine-facts":
      return "facts about this machine";
    case "personal-files":
      return `the user's files (${short(from)})`;
    default:
      return `credentials (${short(from)})`;
  }
}

function short(from: string): string {
  return from.length > 60 ? `${from.slice(0, 60)}…` : from;
}

/** One variable, such as `$API_KEY`, not the environment as a whole. */
function isSecretName({ label, from }: Carried): boolean {
  return (
    (label === "environment" || label === "credentials") &&
    /^(?:\$\{?|\$env:|%)?[A-Za-z]\w{2,80}[}%]?$/.test(from) &&
    !wholes.has(from.toLowerCase()) &&
    /[A-Z]|key|token|secret|passw|pwd|cred/.test(from)
  );
}

const wholes: ReadonlySet<string> = new Set(["env", "printenv", "environ", "environment", "set", "export"]);

/** Keys by name: one goes to the service it is for; keys of several known vendors go nowhere together. */
function gradeNamed(names: ReadonlySet<string>, receiver: Receiver): Shipment | undefined {
  if (names.size === 0) return undefined;
  const data = `the value of ${[...names].slice(0, 3).join(", ")}`;
  const vendors = [...names].filter((name) => vendorKey.test(name));
  if (receiver === "covert") return { data, level: vendors.length > 0 ? "critical" : "high" };
  if (receiver === "known" || receiver === "computed") return undefined;
  if (vendors.length > 1) return { data, level: "critical" };
  return vendors.length === 1 ? { data, level: "medium" } : undefined;
}

/** Keys of vendors that many people hold; another host has no use for them. */
const vendorKey =
  /AWS_|AMAZON|GITHUB|GITLAB|GH_TOKEN|OPENAI|ANTHROPIC|CLAUDE_API|GOOGLE_APPL|GEMINI_API|AZURE|STRIPE|TWILIO|SLACK|DISCORD_TOKEN|NPM_TOKEN|PYPI|DOCKER|SSH_|DATABASE_URL|DB_PASS|MNEMONIC|PRIVATE_KEY|WALLET|SEED_PHRASE|HUGGINGFACE|HF_TOKEN|SENDGRID|MAILGUN|CLOUDFLARE|HEROKU|DIGITALOCEAN/i;
