import { compareUtf8 } from "@skillwright/core/text";
import { type JsonMember, membersAt, skipSpace } from "./json-text.ts";
import { parseWants, type SkillWant, toWantsValue } from "./wants.ts";

/** The file of wants, and its name for messages. The text is undefined if there is no file yet. */
export type WantsFile = { readonly path: string; readonly text: string | undefined };

/** Adds a skill to the text of a file of wants, or changes what it says of it. Everything else keeps its form. */
export function addWant({ path, text }: WantsFile, wanted: SkillWant): string {
  const value = toWantsValue(wanted);
  if (text === undefined || text.trim() === "") {
    const file = { $schema: schemaAddress, version: 1, skills: { [wanted.name]: value } };
    return `${JSON.stringify(file, null, 2)}\n`;
  }
  parseWants(text, path);
  const root = skipSpace(text, 0);
  const skills = membersAt(text, root).find(({ key }) => key === "skills");
  if (skills === undefined) return insert(text, root, { key: "skills", value: { [wanted.name]: value } });
  const old = membersAt(text, skills.value.start).find(({ key }) => key === wanted.name);
  if (old === undefined) return insert(text, skills.value.start, { key: wanted.name, value });
  const layout = layoutOf(text, skills.value.start);
  return text.slice(0, old.value.start) + write(value, layout) + text.slice(old.value.end);
}

const schemaAddress = "https://unpkg.com/@skillwright/packaging/schemas/wants.schema.json";

/** Sets the skills that a file of wants omits. Everything else keeps its form. */
export function setOmitted({ path, text = "{}" }: WantsFile, names: readonly string[]): string {
  parseWants(text, path);
  const root = skipSpace(text, 0);
  const old = membersAt(text, root).find(({ key }) => key === "omit");
  if (old === undefined) return names.length === 0 ? text : insert(text, root, { key: "omit", value: names });
  const written = write(names, layoutOf(text, root));
  return text.slice(0, old.value.start) + written + text.slice(old.value.end);
}

/** Removes a skill from the text of a file of wants; the same text if it is not there. */
export function removeWant({ path, text = "" }: WantsFile, name: string): string {
  parseWants(text, path);
  const skills = membersAt(text, skipSpace(text, 0)).find(({ key }) => key === "skills");
  const members = skills === undefined ? [] : membersAt(text, skills.value.start);
  const index = members.findIndex(({ key }) => key === name);
  const member = members[index];
  if (skills === undefined || member === undefined) return text;
  const before = members[index - 1];
  const after = members[index + 1];
  // The comma goes with it: the one behind, or in front of the last one.
  if (after !== undefined) return text.slice(0, member.span.start) + text.slice(after.span.start);
  const start = before === undefined ? skills.value.start + 1 : before.span.end;
  const end = before === undefined ? skills.value.end - 1 : member.span.end;
  return text.slice(0, start) + text.slice(end);
}

type Layout = {
  readonly eol: string;
  readonly unit: string;
  /** Indentation of the members; undefined if they are on one line. */
  readonly indent: string | undefined;
};

function layoutOf(text: string, container: number): Layout {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const [outer] = membersAt(text, skipSpace(text, 0));
  const unit = (outer && indentBefore(text, outer.span.start)) || "  ";
  const [first] = membersAt(text, container);
  if (first !== undefined) return { eol, unit, indent: indentBefore(text, first.span.start) };
  const start = text.lastIndexOf("\n", container) + 1;
  const own = text.slice(start, skipSpace(text, start));
  return { eol, unit, indent: own.replace(/\S.*/s, "") + unit };
}

/** The indentation of what starts a line; undefined for what does not. */
function indentBefore(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf("\n", offset) + 1;
  const lead = text.slice(start, offset);
  return start > 0 && lead.trim() === "" ? lead : undefined;
}

function write(value: unknown, { eol, unit, indent }: Layout): string {
  if (indent === undefined) return JSON.stringify(value);
  return JSON.stringify(value, null, unit).replaceAll("\n", eol + indent);
}

/** Puts a member where it belongs in a sorted object, and at the end of any other. */
function insert(
  text: string,
  container: number,
  { key, value }: { readonly key: string; readonly value: unknown },
): string {
  const members = membersAt(text, container);
  const layout = layoutOf(text, container);
  const written = `${JSON.stringify(key)}: ${write(value, layout)}`;
  const gap = layout.indent === undefined ? " " : layout.eol + layout.indent;
  const next = isSorted(members) ? members.find((member) => compareUtf8(member.key, key) > 0) : undefined;
  if (next !== undefined && key !== "skills")
    return `${text.slice(0, next.span.start)}${written},${gap}${text.slice(next.span.start)}`;
  const last = members.at(-1);
  if (last !== undefined)
    return `${text.slice(0, last.span.end)},${gap}${written}${text.slice(last.span.end)}`;
  const end = text.indexOf("}", container);
  const close = layout.eol + (layout.indent ?? "").slice(layout.unit.length);
  return `${text.slice(0, container + 1)}${gap}${written}${close}${text.slice(end)}`;
}

function isSorted(members: readonly JsonMember[]): boolean {
  return members.every(
    ({ key }, index) => index === 0 || compareUtf8(members[index - 1]?.key ?? "", key) < 0,
  );
}
