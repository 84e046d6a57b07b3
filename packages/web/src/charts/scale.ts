/** A round number at or above the largest value, and the lines below it: 0, 25, 50, 75, 100. */
export function niceTicks(largest: number, wanted = 4): readonly number[] {
  if (!(largest > 0)) return [0, 1];
  const raw = largest / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= raw) ?? raw;
  // Counts have no halves.
  const whole = largest >= wanted ? Math.max(1, Math.ceil(step)) : step;
  return Array.from({ length: Math.ceil(largest / whole) + 1 }, (_, index) => index * whole);
}

export type Point = { readonly x: number; readonly y: number };

/** The path of a line through points. */
export function linePath(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
}

/** Values spread over a box, the first at its left, larger ones higher. */
export function toPoints(
  values: readonly number[],
  box: { width: number; height: number; largest: number },
): readonly Point[] {
  const { width, height, largest } = box;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values.map((value, index) => ({
    x: index * step,
    y: height - (largest > 0 ? (value / largest) * height : 0),
  }));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
