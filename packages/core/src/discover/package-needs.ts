import { isJsonObject, type JsonObject } from "../text/json.ts";

/** What a package needs to work, as its manifest says. */
export type PackageNeeds = {
  /** Other packages by name, with ranges of versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  /** Programs of the machine, as `compatibility.requires` writes them: `git`, `python>=3.10`. */
  readonly programs: readonly string[];
};

/** The needs in a manifest of UAAPS or AAM; undefined if it states none. */
export function readNeeds(fields: JsonObject): PackageNeeds | undefined {
  const needs = {
    dependencies: readRanges(fields.dependencies),
    optionalDependencies: readRanges(fields.optionalDependencies),
    peerDependencies: readRanges(fields.peerDependencies),
    programs: readPrograms(fields.systemDependencies),
  };
  return Object.values(needs).some((one) => Object.keys(one).length > 0) ? needs : undefined;
}

function readRanges(map: unknown): Readonly<Record<string, string>> {
  if (!isJsonObject(map)) return {};
  return Object.fromEntries(
    Object.entries(map).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** Interpreters with ranges, and binaries by name. Packages of other managers are theirs to check. */
function readPrograms(system: unknown): readonly string[] {
  if (!isJsonObject(system)) return [];
  const interpreters = ["python", "node"].flatMap((name) => {
    const range = system[name];
    return typeof range === "string" ? [`${name}${/^[<>=]/.test(range) ? range : ""}`] : [];
  });
  const { binaries } = system;
  const names = Array.isArray(binaries) ? binaries : Object.keys(isJsonObject(binaries) ? binaries : {});
  return [...interpreters, ...names.filter((name) => typeof name === "string")];
}
