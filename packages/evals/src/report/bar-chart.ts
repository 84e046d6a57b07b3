import { type Html, html } from "./html.ts";

/** Bars in rows, one group per row. Every number also appears as text next to its bar and in a table. */
export type BarChart = {
  readonly title: string;
  readonly hint?: string;
  /** The value at the end of the scale. */
  readonly most: number;
  /** A line across all bars. */
  readonly mark?: { readonly value: number; readonly label: string };
  readonly series: readonly Series[];
  /** The meaning of the colors; the series by default. */
  readonly legend?: readonly Series[];
  readonly rows: readonly BarRow[];
};

type Series = { readonly label: string; readonly tone: BarTone };

type BarTone = "subject" | "baseline" | "other" | "good" | "bad";

type BarRow = {
  readonly name: string;
  /** The id of the element that the row links to. */
  readonly target?: string;
  readonly note?: string;
  /** One per series; undefined when nothing was measured. */
  readonly bars: readonly (Bar | undefined)[];
};

export type Bar = {
  readonly value: number;
  readonly text: string;
  /** Single runs, drawn as dots. */
  readonly runs?: readonly number[];
  readonly runsText?: string;
  /** Overrides the tone of the series. */
  readonly tone?: BarTone;
};

export function barChart(chart: BarChart): Html {
  const { title, hint, series, rows, mark } = chart;
  return html`<figure class="chart">
<figcaption><h3>${title}</h3>${hint === undefined ? undefined : html`<p class="hint">${hint}</p>`}</figcaption>
${series.length > 1 || mark ? legendList(chart) : undefined}
<div class="rows">${rows.map((row) => chartRow(row, chart))}</div>
<details class="numbers"><summary>Numbers</summary>${numbersTable(chart)}</details>
</figure>`;
}

function legendList({ series, legend = series, mark }: BarChart): Html {
  return html`<ul class="legend">${legend.map(
    ({ label, tone }) => html`<li><span class="swatch ${tone}"></span>${label}</li>`,
  )}${mark ? html`<li><span class="swatch mark"></span>${mark.label}</li>` : undefined}</ul>`;
}

function chartRow(row: BarRow, chart: BarChart): Html {
  const { name, target, note, bars } = row;
  const label = target === undefined ? html`<span>${name}</span>` : html`<a href="#${target}">${name}</a>`;
  return html`<div class="row"><div class="row-name">${label}${
    note === undefined ? undefined : html`<small>${note}</small>`
  }</div><div class="bars">${bars.map((bar, index) => barLine(bar, { name, index, chart }))}</div></div>
`;
}

type BarPlace = { readonly name: string; readonly index: number; readonly chart: BarChart };

function barLine(bar: Bar | undefined, { name, index, chart }: BarPlace): Html {
  const { label = "", tone = "other" } = chart.series[index] ?? {};
  if (bar === undefined)
    return html`<div class="bar-line"><span class="value missing">${label}: not measured</span></div>`;
  const words = [`${name}, ${label}: ${bar.text}`, bar.runsText].filter((part) => part !== undefined);
  return html`<div class="bar-line"><svg class="bar ${bar.tone ?? tone}" viewBox="0 0 100 12" preserveAspectRatio="none" role="img" aria-label="${words.join("; ")}"><rect class="track" width="100" height="12"/><rect class="fill" width="${toWidth(bar.value, chart)}" height="12"/>${chart.mark ? tick(chart.mark.value, chart) : undefined}${dots(bar, chart)}</svg><span class="value" aria-hidden="true">${bar.text}</span></div>`;
}

function tick(value: number, chart: BarChart): Html {
  const x = toWidth(value, chart);
  return html`<path class="halo" d="M${x} 0V12"/><path class="mark" d="M${x} 0V12"/>`;
}

/** Draws equal runs only once. */
function dots({ runs = [] }: Bar, chart: BarChart): Html | undefined {
  if (runs.length < 2) return undefined;
  const places = [...new Set(runs.map((value) => toWidth(value, chart)))].toSorted((a, b) => a - b);
  const range = html`<path class="halo" d="M${places[0]} 6H${places.at(-1)}"/><path class="range" d="M${places[0]} 6H${places.at(-1)}"/>`;
  // A zero-length line with round caps is a dot that stays round when the drawing is stretched.
  return html`${places.length > 1 ? range : undefined}${places.map((x) => html`<path class="dot-halo" d="M${x} 6h.001"/><path class="dot" d="M${x} 6h.001"/>`)}`;
}

function toWidth(value: number, { most }: BarChart): number {
  const share = most <= 0 ? 0 : Math.min(1, Math.max(0, value / most));
  return Number((share * 100).toFixed(2));
}

function numbersTable({ title, series, rows }: BarChart): Html {
  return html`<div class="scroll"><table><caption class="unseen">${title}</caption><thead><tr><th scope="col">Name</th>${series.map(
    ({ label }) => html`<th scope="col">${label}</th>`,
  )}</tr></thead><tbody>${rows.map(
    ({
      name,
      bars,
    }) => html`<tr><th scope="row">${name}</th>${series.map((_, index) => numberCell(bars[index]))}</tr>
`,
  )}</tbody></table></div>`;
}

function numberCell(bar: Bar | undefined): Html {
  if (bar === undefined) return html`<td>–</td>`;
  return html`<td>${bar.text}${bar.runsText === undefined ? undefined : html` <small>${bar.runsText}</small>`}</td>`;
}
