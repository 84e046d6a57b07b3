import { SkillError } from "@skillwright/core";
import { parseYaml, toPlain } from "@skillwright/core/parse";
import { compact, isJsonObject, type JsonObject } from "@skillwright/core/text";
import { packagingLimits } from "../limits.ts";
import { readRange } from "../versions/range.ts";
import { gitSource, localSource, objectsIn, textIn } from "./foreign-values.ts";
import {
  readAamLock,
  readAamManifest,
  readApmLock,
  readUaapsLock,
  readUaapsManifest,
} from "./import-packages.ts";
import { readJsonText } from "./json-text.ts";
import { isWantable, type SkillWant } from "./wants.ts";

/** What another tool's file wants, in our words. */
export type ImportedWants = {
  readonly skills: readonly SkillWant[];
  /** What could not be carried over, one sentence each. */
  readonly notCarried: readonly string[];
};

/** Reads one parsed file. A skill it cannot express is a text in the list. */
type ForeignReader = (file: JsonObject) => readonly (SkillWant | string)[];

const readers: Readonly<Record<string, ForeignReader>> = {
  "skills-lock.json": readVercelLock,
  ".skill-lock.json": readVercelLock,
  "skills.json": readSkillsJson,
  "apm.lock.yaml": readApmLock,
  "package.agent.json": readUaapsManifest,
  "package.agent.lock": readUaapsLock,
  "aam.yaml": readAamManifest,
  "aam-lock.yaml": readAamLock,
};

/** The names of files that `importWants` reads. */
export const importableFiles: readonly string[] = Object.keys(readers);

/** Reads the manifest or lock of another tool; its kind follows from the name of the file. */
export function importWants(text: string, path: string): ImportedWants {
  const file = path.replaceAll("\\", "/").split("/").at(-1) ?? "";
  const reader = Object.hasOwn(readers, file) ? readers[file] : undefined;
  if (reader === undefined) throw unreadable(path, `expected one of ${importableFiles.join(", ")}`);
  if (text.length > packagingLimits.wantsCharacters) throw unreadable(path, "it is too long");
  const value = file.endsWith(".yaml") ? readYaml(text, path) : readJson(text, path);
  if (!isJsonObject(value)) throw unreadable(path, "expected an object");
  const found = reader(value);
  const skills = found.filter((one) => typeof one !== "string");
  const odd = skills.filter((one) => !isWantable(one));
  return {
    skills: skills.filter(isWantable),
    notCarried: [
      ...found.filter((one) => typeof one === "string"),
      ...odd.map(
        ({ name }) =>
          `${JSON.stringify(name.slice(0, 120))} has a name, source or range that is not usable here`,
      ),
    ],
  };
}

function readJson(text: string, path: string): unknown {
  const json = readJsonText(text);
  if ("fault" in json) throw unreadable(path, json.fault);
  return json.value;
}

function readYaml(text: string, path: string): unknown {
  const { node, problems } = parseYaml(text);
  const [problem] = problems;
  if (problem) throw unreadable(path, `it is not valid YAML: ${problem.detail || problem.code}`);
  return node && toPlain(node);
}

function unreadable(path: string, reason: string): SkillError {
  return new SkillError("lock-unreadable", { path, reason });
}

/** The lock of `npx skills`, of a project or of the user. */
function readVercelLock(file: JsonObject): readonly (SkillWant | string)[] {
  const entries = objectsIn(file.skills);
  const skills = entries.map(([name, entry]) => {
    const source = vercelSource(name, entry);
    return source === undefined ? `${name} has no source that can be fetched` : { name, source };
  });
  const isHashed = entries.some(([, one]) => textIn(one, "computedHash") ?? textIn(one, "skillFolderHash"));
  return isHashed ? [...skills, "the hashes: they cannot be computed from the installed files"] : skills;
}

function vercelSource(name: string, entry: JsonObject): string | undefined {
  const source = textIn(entry, "source");
  const url = textIn(entry, "sourceUrl");
  const path = textIn(entry, "skillPath")?.replace(/\/?SKILL\.md$/i, "");
  const place = { path, ref: textIn(entry, "ref") };
  switch (textIn(entry, "sourceType")) {
    case "github":
      return source === undefined ? undefined : gitSource(source, place);
    case "node_modules":
    case "npm":
      return source === undefined ? undefined : `npm:${source}`;
    case "well-known": {
      const site = url ?? source;
      return site === undefined ? undefined : `${/^https?:/.test(site) ? site : `https://${site}`}#${name}`;
    }
    case "local":
      return source && localSource(source);
    default: {
      const repository = url ?? source;
      return repository === undefined ? undefined : gitSource(repository, place);
    }
  }
}

/** Two tools have a `skills.json`: a list for OCI registries, a map for skills-package-manager. */
function readSkillsJson(file: JsonObject): readonly (SkillWant | string)[] {
  const { skills } = file;
  if (Array.isArray(skills)) return skills.map(readOciEntry);
  if (!isJsonObject(skills)) return ["there is no list of skills"];
  const found = Object.entries(skills).map(([name, specifier]) => {
    const source = typeof specifier === "string" ? specifierSource(specifier) : undefined;
    return source === undefined ? `${name} has no source that can be fetched` : { name, source };
  });
  const settings = ["installDir", "linkTargets", "selfSkill"].filter((key) => Object.hasOwn(file, key));
  return [...found, ...settings.map((key) => `${key}: agents are chosen by name here`)];
}

function readOciEntry(entry: unknown): SkillWant | string {
  const map = isJsonObject(entry) ? entry : {};
  const source = textIn(map, "source");
  const name = textIn(map, "name") ?? source?.split("/").at(-1);
  if (source === undefined || name === undefined) return "an entry has no name or source";
  const version = textIn(map, "version");
  const isVersion = version !== undefined && readRange(version) !== undefined;
  const tag = version === undefined || isVersion ? "" : `:${version}`;
  return { name, source: `oci:${source}${tag}`, ...compact({ range: isVersion ? version : undefined }) };
}

/** `https://…#ref&path:/folder`, `link:./folder`, `file:./archive.tgz`, `npm:name`. */
function specifierSource(specifier: string): string | undefined {
  const local = /^(?:link|file):(.+)$/.exec(specifier)?.[1];
  if (local !== undefined) return localSource(local);
  const [address = ""] = specifier.split("#", 1);
  if (specifier.startsWith("npm:")) return address;
  const parts = specifier.slice(address.length + 1).split("&");
  const path = parts.find((part) => part.startsWith("path:"))?.replace(/^path:\/*/, "");
  const ref = parts.find((part) => part !== "" && !part.startsWith("path:"));
  return address === "" ? undefined : gitSource(address, { path, ref });
}
