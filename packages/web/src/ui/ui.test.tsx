import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BarChart } from "../charts/bar-chart.tsx";
import { toCsv } from "../charts/csv.ts";
import { LineChart } from "../charts/line-chart.tsx";
import { niceTicks } from "../charts/scale.ts";
import { Sparkline } from "../charts/sparkline.tsx";
import { mergeSearch, readSearch } from "../state/use-url-state.ts";
import { CodeBlock } from "./code-block.tsx";
import { Confirm } from "./dialog.tsx";
import { TextArea } from "./field.tsx";
import { formatAgo, formatBytes, formatCount, formatDuration } from "./format.ts";
import { Markdown } from "./markdown.tsx";
import { Tabs } from "./tabs.tsx";
import { visibleRows } from "./visible-rows.ts";

const nothing = (): void => {};

test("numbers, sizes and times have units", () => {
  expect([formatBytes(0), formatBytes(1500), formatBytes(250_000_000)]).toEqual(["0 B", "1.5 kB", "250 MB"]);
  expect([formatCount(1, "skill"), formatCount(1200, "skill")]).toEqual(["1 skill", "1,200 skills"]);
  expect([formatDuration(420), formatDuration(1500), formatDuration(7_200_000)]).toEqual([
    "420 ms",
    "1.5 s",
    "2.0 h",
  ]);
  const now = Date.parse("2026-01-10T12:00:00Z");
  expect([formatAgo(now - 30_000, now), formatAgo(now - 7_200_000, now)]).toEqual([
    "just now",
    "2 hours ago",
  ]);
});

test("the address leaves defaults out and keeps what belongs to others", () => {
  const defaults = { q: "", view: "cards" };
  expect(mergeSearch("?tenant=red&view=table", { q: "pdf", view: "cards" }, defaults)).toBe(
    "tenant=red&q=pdf",
  );
  expect(readSearch("?q=a%20b", defaults)).toEqual({ q: "a b", view: "cards" });
});

test("a list of 10,000 draws only what is near the window", () => {
  const layout = { count: 10_000, rowHeight: 100, minWidth: 300, gap: 10 };
  const seen = visibleRows(layout, { top: 100_000, width: 1000, height: 900 });
  expect(seen).toEqual({ columns: 3, rows: 3334, first: 996, last: 1013 });
  expect(visibleRows({ count: 0, rowHeight: 10 }, { top: 0, width: 10, height: 10 })).toMatchObject({
    rows: 0,
    last: -1,
  });
});

test("cells of a CSV file cannot be formulas, and commas and quotes stay inside of a cell", () => {
  expect(
    toCsv(
      ["name", "count"],
      [
        ["=HYPERLINK(1)", 1],
        ['a "b", c', 2],
      ],
    ),
  ).toBe('name,count\r\n\'=HYPERLINK(1),1\r\n"a ""b"", c",2\r\n');
});

test("axes end at a round number at or above the largest value", () => {
  expect(niceTicks(0)).toEqual([0, 1]);
  expect(niceTicks(97).at(-1)).toBe(100);
  expect(niceTicks(3).every((tick) => tick <= 4)).toBe(true);
});

test("charts, tabs and fields say what they are to screen readers", () => {
  const line = renderToStaticMarkup(
    <LineChart title="Activations" labels={["Mon", "Tue"]} series={[{ name: "pdf", values: [1, 2] }]} />,
  );
  expect(line).toContain('aria-label="Activations"');
  expect(line).toContain("Show Activations as a table");
  const bars = renderToStaticMarkup(
    <BarChart title="Calls" measure="Calls" bars={[{ name: "<b>", value: 3 }]} />,
  );
  expect(bars).toContain("&lt;b&gt;");
  expect(renderToStaticMarkup(<Sparkline label="rising" values={[1, 2]} />)).toContain('aria-label="rising"');
  const tabs = renderToStaticMarkup(
    <Tabs
      label="Parts"
      tabs={[
        { id: "a", title: "A" },
        { id: "b", title: "B", count: 2 },
      ]}
      value="a"
      onChange={nothing}
    >
      content
    </Tabs>,
  );
  expect(tabs).toContain('role="tab" ');
  expect(tabs.match(/aria-selected="true"/g)).toHaveLength(1);
  const area = renderToStaticMarkup(<TextArea label="Comment" error="It is empty." />);
  expect(area).toContain('aria-invalid="true"');
});

test("a confirmation names what it does", () => {
  const html = renderToStaticMarkup(
    <Confirm title="Revoke pdf?" action="Revoke pdf" isDangerous isOpen onClose={nothing} onConfirm={nothing}>
      3 agents lose it.
    </Confirm>,
  );
  expect(html).toContain("Revoke pdf</button>");
});

test("code and Markdown are text until the browser has made them safe", () => {
  expect(renderToStaticMarkup(<CodeBlock text="<script>" language="bash" />)).toContain("&lt;script&gt;");
  expect(renderToStaticMarkup(<Markdown text="<img src=x onerror=alert(1)>" />)).toBe(
    '<div class="markdown"></div>',
  );
});
