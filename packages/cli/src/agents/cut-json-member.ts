import type { Span } from "@skillwright/core/text";
import type { Node } from "jsonc-parser";
import { endsInLineComment, nextToken } from "./json-tokens.ts";

/** The text without a value, its key and its comma; containers that we made for it go with it, and at last the file. */
export function cutJsonMember(text: string, value: Node): string | undefined {
  const member = value.parent?.type === "property" ? value.parent : value;
  const container = member.parent;
  if (container === undefined) return undefined;
  const siblings = container.children ?? [];
  if (siblings.length === 1 && isMadeByUs(text, container, member)) return cutJsonMember(text, container);
  return spansToCut(text, member, container).reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
    text,
  );
}

/** Ours have a blank after the bracket and no remarks; see `insertOnly`, which keeps to that. */
function isMadeByUs(text: string, container: Node, member: Node): boolean {
  const end = container.offset + container.length;
  const before = text.slice(container.offset + 1, member.offset);
  const after = text.slice(member.offset + member.length, end - 1);
  if (before === "" || before.trim() !== "" || after.trim() !== "") return false;
  return container.parent !== undefined || (container.offset === 0 && text.slice(end).trim() === "");
}

/** In the order of the text. */
function spansToCut(text: string, member: Node, container: Node): readonly Span[] {
  const siblings = container.children ?? [];
  const previous = siblings[siblings.indexOf(member) - 1];
  const from = previous === undefined ? container.offset + 1 : previous.offset + previous.length;
  const end = member.offset + member.length;
  const next = nextToken(text, end);
  const hasComma = text[next] === ",";
  const start = startOfCut(text, { from, offset: member.offset, rest: hasComma ? next + 1 : end });
  if (hasComma) {
    // What comes next takes the place directly after the bracket, and with it what that means.
    const follows = member.offset === container.offset + 1 ? nextToken(text, next + 1) : next + 1;
    const isClean = text.slice(next + 1, follows).trim() === "";
    return [
      { start, end },
      { start: next, end: isClean ? follows : next + 1 },
    ];
  }
  if (previous === undefined) return [{ start, end }];
  const comma = nextToken(text, from);
  return [
    { start: comma, end: comma + 1 },
    { start, end },
  ];
}

type Place = { readonly from: number; readonly offset: number; readonly rest: number };

/** With the blanks before it and its line break, unless what follows would then become part of a comment. */
function startOfCut(text: string, { from, offset, rest }: Place): number {
  const blanks = /(\r?\n)?[ \t]*$/.exec(text.slice(from, offset));
  const start = from + (blanks?.index ?? 0);
  const breaks = blanks?.[1]?.length ?? 0;
  const isLineOver = /^[ \t]*(?:\r?\n|$)/.test(text.slice(rest));
  return breaks > 0 && !isLineOver && endsInLineComment(text, from, start) ? start + breaks : start;
}
