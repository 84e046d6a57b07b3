import type { Span } from "@skillwright/core/text";
import type { Node } from "jsonc-parser";
import { endsInLineComment, nextToken } from "./json-tokens.ts";

/** Removes a value with its key and comma, and any containers that we created for it; undefined if nothing is left. */
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

/** Containers we create have whitespace after the bracket and no comments; `insertOnly` relies on that too. */
function isMadeByUs(text: string, container: Node, member: Node): boolean {
  const end = container.offset + container.length;
  const before = text.slice(container.offset + 1, member.offset);
  const after = text.slice(member.offset + member.length, end - 1);
  if (before === "" || before.trim() !== "" || after.trim() !== "") return false;
  return container.parent !== undefined || (container.offset === 0 && text.slice(end).trim() === "");
}

/** Spans to delete, in text order. */
function spansToCut(text: string, member: Node, container: Node): readonly Span[] {
  const siblings = container.children ?? [];
  const previous = siblings[siblings.indexOf(member) - 1];
  const from = previous === undefined ? container.offset + 1 : previous.offset + previous.length;
  const end = member.offset + member.length;
  const next = nextToken(text, end);
  const hasComma = text[next] === ",";
  const start = startOfCut(text, { from, offset: member.offset, rest: hasComma ? next + 1 : end });
  if (hasComma) {
    // The next member moves up directly behind the bracket, which marks the container as not ours.
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

/** Includes preceding whitespace and the line break, unless that would pull what follows into a comment. */
function startOfCut(text: string, { from, offset, rest }: Place): number {
  const space = /(\r?\n)?[ \t]*$/.exec(text.slice(from, offset));
  const start = from + (space?.index ?? 0);
  const breaks = space?.[1]?.length ?? 0;
  const isLineOver = /^[ \t]*(?:\r?\n|$)/.test(text.slice(rest));
  return breaks > 0 && !isLineOver && endsInLineComment(text, from, start) ? start + breaks : start;
}
