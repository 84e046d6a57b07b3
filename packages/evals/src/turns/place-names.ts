import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import { cutEnd } from "@skillwright/core/text";
import type { SkillSet } from "../trials/prepare-skills.ts";

/**
 * Placeholders for what differs between machines and runs: folders and random ids, placeholder `${NAME}`. Text
 * that already contains such a placeholder is escaped as `${=NAME}` and restored.
 */
export type PlaceNames = {
  /** Replaces folders and ids in a request; ids are numbered in the order of their first appearance. */
  nameRequest(text: string): string;
  /** Replaces them in an answer; ids that are not in the request are the model's own words. */
  nameAnswer(text: string): string;
  /** Restores an answer. Unknown placeholders stay. */
  restore(text: string): string;
};

/** Each request has its own numbering, so that agents running at the same time do not affect each other's. */
export function createPlaceNames(places: readonly Place[]): () => PlaceNames {
  const known = places.map(withoutEnd).filter(({ path }) => path.length > 1);
  const spellings = new Map(
    known.flatMap((place) => spell(place).map((spelling) => [spelling.text, spelling])),
  );
  const name = namePattern(known);
  const replaceable = new RegExp(
    [`\\$\\{=*${name}\\}`, uuid, ...pathPatterns(spellings.values())].join("|"),
    "gu",
  );
  const placeholder = new RegExp(`\\$\\{(?<mark>=*)(?<name>${name})\\}`, "gu");
  return () => {
    const table = createNameTable(known);
    const replace = (text: string, idOf: (id: string) => string | undefined): string =>
      text.replace(replaceable, (found) => {
        if (found.startsWith("${")) return found.replace("${", "${=");
        const spelling = spellings.get(found) ?? spellings.get(found.slice(0, -completion));
        const token = spelling ? table.placeOf(spelling, found) : idOf(found);
        return token === undefined ? found : `\${${token}}`;
      });
    return {
      nameRequest: (text) => replace(text, table.numberId),
      nameAnswer: (text) => replace(text, table.findId),
      restore: (text) =>
        text.replace(placeholder, (found, mark: string, token: string) =>
          mark === "" ? (table.meaningOf(token) ?? found) : found.replace("=", ""),
        ),
    };
  };
}

/** The number of letters that `mkdtemp` appends. */
const completion = 6;
const uuid =
  "(?<=^|[^\\p{L}\\p{N}-]|\\\\[nrt])[\\dA-Fa-f]{8}(?:-[\\dA-Fa-f]{4}){3}-[\\dA-Fa-f]{12}(?![\\p{L}\\p{N}-])";
const inJson = ":json";

type Spelling = { readonly text: string; readonly place: Place; readonly isJson: boolean };

/** A path may appear in JSON as is, or escaped. */
function spell(place: Place): readonly Spelling[] {
  const { path } = place;
  const escaped = escapeJson(path);
  const plain = { text: path, place, isJson: false };
  return escaped === path ? [plain] : [plain, { text: escaped, place, isJson: true }];
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function withoutEnd(place: Place): Place {
  if (!/^[A-Z][A-Z0-9_]*$/.test(place.name) || /^ID(?:_\d+)?$/.test(place.name))
    throw new SkillError("option-invalid", {
      name: "places",
      reason: `"${place.name}" is not a valid name for a folder`,
    });
  return place.isPrefix ? place : { ...place, path: cutEnd(place.path, /[/\\]/) };
}

/** Long ones first: a folder may be inside another. */
function pathPatterns(spellings: Iterable<Spelling>): readonly string[] {
  return [...spellings]
    .toSorted((one, other) => other.text.length - one.text.length)
    .map(({ text, place }) => {
      // `/root` may also be the end of another path, while a path of two folders is distinctive. JSON has
      // `\\n` for a line break.
      const start = /^\/[^/]+$/.test(text) && !place.isPrefix ? "(?<=^|[^\\p{L}\\p{N}_.-]|\\\\[nrt])" : "";
      const end = place.isPrefix ? `[A-Za-z0-9]{${completion}}` : "";
      return `${start}${exactly(text)}${end}(?![\\p{L}\\p{N}_-])`;
    });
}

function exactly(text: string): string {
  return text.replace(/[\^$\\.*+?()[\]{}|/]/g, "\\$&");
}

function namePattern(places: readonly Place[]): string {
  const own = places.map(({ name, isPrefix }) => (isPrefix ? `${name}(?:_\\d+)?` : name));
  return `(?:${[...new Set(own), "ID_\\d+"].join("|")})(?:${inJson})?`;
}

type NameTable = {
  placeOf(spelling: Spelling, found: string): string;
  numberId(id: string): string;
  findId(id: string): string | undefined;
  meaningOf(token: string): string | undefined;
};

function createNameTable(places: readonly Place[]): NameTable {
  // The first of several paths with the same name wins.
  const fixed = places.filter(({ isPrefix }) => !isPrefix).toReversed();
  const meanings = new Map(fixed.map(({ name, path }) => [name, path]));
  const tokens = new Map<string, string>();
  const counts = new Map<string, number>();
  const number = (family: string): number => {
    const next = (counts.get(family) ?? 0) + 1;
    counts.set(family, next);
    return next;
  };
  const complete = ({ place }: Spelling, letters: string): string => {
    const key = `${place.name} ${letters}`;
    const token = tokens.get(key);
    if (token !== undefined) return token;
    const count = number(place.name);
    const made = count === 1 ? place.name : `${place.name}_${count}`;
    tokens.set(key, made);
    meanings.set(made, place.path + letters);
    return made;
  };
  return {
    placeOf: (spelling, found) => {
      const { place, isJson } = spelling;
      const name = place.isPrefix ? complete(spelling, found.slice(-completion)) : place.name;
      return isJson ? `${name}${inJson}` : name;
    },
    numberId: (id) => {
      const token = tokens.get(id) ?? `ID_${number("ID")}`;
      tokens.set(id, token);
      meanings.set(token, id);
      return token;
    },
    findId: (id) => tokens.get(id),
    meaningOf: (token) => {
      if (!token.endsWith(inJson)) return meanings.get(token);
      const meaning = meanings.get(token.slice(0, -inJson.length));
      return meaning === undefined ? undefined : escapeJson(meaning);
    },
  };
}

/** A folder whose absolute path becomes `${NAME}` in a recording and is restored on replay. */
export type Place = {
  /** Capital letters, digits and `_`, but not `ID`. Several paths may share a name; the first is restored. */
  readonly name: string;
  readonly path: string;
  /** The path is a prefix for `mkdtemp`, which appends six letters that each request tells. */
  readonly isPrefix?: true;
};

/** The folders of `prepareSkills` and `runTrial`, and the user's home, for recordings of trials. */
export function trialPlaces({ folder }: Pick<SkillSet, "folder">, home?: string): readonly Place[] {
  // If the temporary folder is a link, programs may print either path.
  const temporary = new Set([realpathSync(tmpdir()), tmpdir()]);
  return [
    { name: "SKILLS", path: folder },
    ...[...temporary].map((path) => ({
      name: "TRIAL",
      path: join(path, "skillwright-trial-"),
      isPrefix: true as const,
    })),
    ...(home === undefined ? [] : [{ name: "HOME", path: home }]),
  ];
}
