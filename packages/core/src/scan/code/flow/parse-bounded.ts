import { type Parser, type SyntaxNode, Tree } from "@lezer/common";
import { scanLimits } from "../../limits.ts";
import type { Lowering } from "./lowering.ts";
import type { Statement } from "./tree.ts";

/** Programs do not nest this deep, and grammars slow down where text does. */
const maxBrackets = 120;

/** How far behind it a line's end is looked for. */
const longestRest = 400;

/** Parses a text, in pieces where it nests too deep; what is beyond the limit is not read. */
export function parseBounded(parser: Parser, text: string): readonly SyntaxNode[] {
  const length = Math.min(text.length, scanLimits.parsedCharacters);
  const cuts = [0, ...cutsIn(text, length), length];
  return cuts.slice(1).map((to, at) => parsePiece(parser, text, { from: cuts[at] ?? 0, to }));
}

/** A piece's tree counts from its own start; below another tree it counts from the start of the text. */
function parsePiece(
  parser: Parser,
  text: string,
  range: { readonly from: number; readonly to: number },
): SyntaxNode {
  const tree = parser.parse(text, undefined, [range]);
  if (range.from === 0) return tree.topNode;
  const whole = new Tree(tree.type, [tree], [range.from], range.to);
  return whole.topNode.firstChild ?? tree.topNode;
}

function cutsIn(text: string, length: number): readonly number[] {
  const cuts: number[] = [];
  let depth = 0;
  let deepest = -1;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (deepest === -1) {
      if (code === 0x28 || code === 0x5b || code === 0x7b) depth++;
      else if ((code === 0x29 || code === 0x5d || code === 0x7d) && depth > 0) depth--;
      if (depth >= maxBrackets) deepest = at;
    } else if (code === 0x0a || at - deepest >= longestRest) {
      cuts.push(at);
      depth = 0;
      deepest = -1;
    }
  }
  return cuts;
}

export type LowerAll = {
  readonly lowering: Lowering;
  readonly lowerWhole: (node: SyntaxNode) => readonly Statement[];
  readonly lowerDeferred: (node: SyntaxNode) => readonly Statement[];
};

/** The program in parts: its pieces, then what stands too deep in them. */
export function lowerAll(
  pieces: readonly SyntaxNode[],
  { lowering, lowerWhole, lowerDeferred }: LowerAll,
): readonly (readonly Statement[])[] {
  const parts = pieces.map(lowerWhole);
  for (let node = lowering.deferred.pop(); node !== undefined; node = lowering.deferred.pop())
    parts.push(lowerDeferred(node));
  return parts;
}
