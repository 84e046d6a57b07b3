import { type Trit, tritOf } from "@skillwright/core/check";
import { describe, expect, test } from "vitest";
import { type Background, backgrounds, contrast, createTheme, readableColor } from "./style.ts";

test("contrast is that of WCAG", () => {
  expect(contrast("#000000", "#FFFFFF")).toBe(21);
  expect(contrast("#777777", "#FFFFFF")).toBeCloseTo(4.48, 2);
});

test("a readable color is unchanged", () => {
  expect(readableColor("#10B981", ["#000000"])).toBe("#10B981");
});

const trits: readonly Trit[] = ["pdf", "hello", "skill"].map(tritOf);

describe.each<Background>(["dark", "light", "unknown"])("on a %s background", (background) => {
  test.each(trits.map((trit) => [trit.role, trit] as const))("every color of a %s is readable", (_, trit) => {
    const { style: __, color: ___, ...paints } = createTheme(trit, { color: true, background });
    for (const [name, paint] of Object.entries(paints)) {
      const painted = paint("x");
      const [ink] = colorsIn(painted, 38);
      const [paper] = colorsIn(painted, 48);
      const behind = paper === undefined ? backgrounds[background] : [paper];
      for (const one of behind) expect([name, contrast(ink ?? "", one) >= 4.5]).toEqual([name, true]);
    }
  });
});

function colorsIn(text: string, kind: 38 | 48): readonly string[] {
  const codes = text.matchAll(new RegExp(`${kind};2;(\\d+);(\\d+);(\\d+)m`, "g"));
  return Array.from(
    codes,
    ([, ...parts]) => `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`,
  );
}
