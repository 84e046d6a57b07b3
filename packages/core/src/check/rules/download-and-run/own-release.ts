import type { Action, EvaluateAction, RunAction } from "../../../scan/evidence.ts";
import { readAddress } from "../../../scan/hosts.ts";
import type { IsProduct } from "../../actions/products.ts";

/** Whether a program is a release of the project that it is named after, and the skill announces that project. */
export function isOwnRelease(address: string, action: Action, isProduct: IsProduct): boolean {
  if (action.kind !== "run" && action.kind !== "evaluate") return false;
  const project = projectOf(address, action);
  if (project === undefined) return false;
  const names = project.split("/");
  return names.some((name) => isProduct(action, name)) && isNamedAfter(action, names);
}

/** `owner/repository` of an address of a release, also where a variable holds what the host's interface answered. */
function projectOf(address: string, { source }: Action): string | undefined {
  const variable = /^\$\{?(\w{2,40})\}?$/.exec(address)?.[1];
  if (variable === undefined) return projectIn(address);
  const values = [...source.text.slice(0, longestSource).matchAll(assignments)].filter(
    ([, name]) => name === variable,
  );
  const projects = new Set(values.map(([line]) => projectIn(line)));
  const [only] = projects;
  return projects.size === 1 ? only : undefined;
}

const longestSource = 50_000;
const assignments = /(?:^|[\n;])[ \t]{0,40}(?:local[ \t]{1,4})?(\w{2,40})=[^\n]{1,400}/g;

function projectIn(text: string): string | undefined {
  const at = text.search(/https:\/\/(?:api\.)?github\.com\//);
  if (at === -1) return undefined;
  const { host, path, hasUser, port } = readAddress(text.slice(at).replaceAll(/\$\{?\w{1,40}\}?/g, "x"));
  if (hasUser || port !== undefined || !/^(?:api\.)?github\.com$/.test(host)) return undefined;
  return /^\/(?:repos\/)?([\w.-]{1,60}\/[\w.-]{1,80})\/releases(?:\/|$)/.exec(path)?.[1];
}

function isNamedAfter(action: RunAction | EvaluateAction, names: readonly string[]): boolean {
  const words = action.kind === "run" ? [action.program, ...action.words.slice(0, 6)] : [action.means];
  const plain = words.map((word) => joined(word ?? ""));
  return names.map(joined).some((name) => name.length > 2 && plain.some((word) => word.includes(name)));
}

function joined(text: string): string {
  return text
    .slice(text.lastIndexOf("/") + 1)
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, "");
}
