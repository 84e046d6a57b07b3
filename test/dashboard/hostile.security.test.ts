import { chainStart, linkEvent, toEventText } from "@skillwright/core/audit";
import { nodeSha256 } from "@skillwright/core/node";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { skillText } from "../run-command.ts";
import { publish } from "./machines.ts";
import { describeDashboard, type SampleHub, settle } from "./open-dashboard.ts";

// Every text that others choose and the dashboard shows, each with an attack in it. Nothing runs, nothing is loaded, the layout holds.

/** Short enough for names. The mark says which field it was. */
const short = (field: string): string => `<img src=x onerror="window.owned=1">\u202e${field}`;

/** The same for names of people and tokens, in which the hub refuses characters that cannot be seen. */
const plain = (field: string): string => short(field).replace("\u202e", "");

const attacks = [
  '<script>window.owned=1</script><svg onload="window.owned=1"><iframe src="javascript:window.owned=1"></iframe>',
  "<style>body{display:none}main{position:fixed;left:9999px}</style><base href='https://other.invalid/'>",
  "[link](javascript:window.owned=1)![picture](https://other.invalid/a.png)\u2066\u200b\u202e",
].join(" ");

/** With a line that no screen is wide enough for. */
const long = (field: string): string => `${field} ${attacks} ${"W".repeat(600)}`;

type Field = {
  readonly field: string;
  readonly write: (hub: SampleHub) => Promise<unknown>;
  /** Where it is read; the mark is there as text. */
  readonly shown: string;
  readonly mark?: string;
};

const version = "/api/v1/skills/csv-check/versions/1.0.0";

const fields: readonly Field[] = [
  {
    field: "description",
    write: (hub) =>
      publish(hub, "hostile-text", {
        "hostile-text/SKILL.md": `---\nname: hostile-text\ndescription: "${short("description").replaceAll('"', "'")} Use it never."\n---\n# ${short("heading")}\n\n${attacks}\n\n${"W".repeat(400_000)}\n`,
        [`hostile-text/scripts/${"n".repeat(120)}.sh`]: `# ${attacks}\n${"W".repeat(1_000_000)}\n`,
      }),
    shown: "/skills/hostile-text?version=1.0.0",
  },
  {
    field: "instructions",
    ...{
      write: async () => undefined,
      shown: "/skills/hostile-text?version=1.0.0",
      mark: "<script>window.owned=1</script>",
    },
  },
  {
    field: "reason of a deprecation",
    write: ({ send }) => send("PUT", `${version}/deprecation`, { reason: long("reason of a deprecation") }),
    shown: "/skills/csv-check?version=1.0.0",
  },
  {
    field: "feedback",
    write: ({ send }) => send("POST", `${version}/feedback`, { helped: false, comment: long("feedback") }),
    shown: "/skills/csv-check?tab=feedback",
  },
  {
    field: "token",
    write: ({ send }) => send("POST", "/api/v1/tokens", { name: plain("token"), role: "reader" }),
    shown: "/settings/tokens?of=all",
  },
  {
    field: "person",
    write: ({ send }) =>
      send("POST", "/api/v1/members", { name: plain("person"), roles: [{ role: "reader" }] }),
    shown: "/settings/people",
  },
  {
    field: "tenant",
    write: ({ send }) => send("POST", "/api/v1/tenants", { id: "hostile", name: plain("tenant") }),
    shown: "/settings/tenants",
  },
  ...["name", "program", "environment"].map((part) => ({
    field: `agent's ${part}`,
    write: ({ send }: SampleHub) =>
      send("POST", "/api/v1/state/acknowledgements", {
        ...{ agent: `hostile-${part}`, name: "a", program: "a", sequence: 1 },
        [part]: short(`agent's ${part}`),
      }),
    shown: "/settings/agents",
  })),
  {
    field: "environment",
    write: ({ send }) =>
      send("POST", "/api/v1/deployments", { name: "log-triage", environment: short("environment") }),
    shown: "/deployments?q=log-triage",
  },
  ...["value", "message"].map((part) => ({
    field: `revocation's ${part}`,
    write: ({ send }: SampleHub) =>
      send("POST", "/api/v1/revocations", {
        ...{ kind: "name", value: `hostile-${part}`, message: "m" },
        [part]: part === "value" ? short("revocation's value") : long("revocation's message"),
      }),
    shown: "/deployments?tab=revocations",
  })),
  {
    field: "policy",
    write: ({ send }) =>
      send("POST", "/api/v1/policies", {
        policy: { version: 1, skills: { block: { names: [short("policy")] } } },
      }),
    shown: "/policies?tab=versions",
  },
  {
    field: "draft",
    write: ({ send }) =>
      send("PUT", "/api/v1/drafts/hostile-draft", {
        version: "1.0.0",
        text: skillText("hostile-draft", long("draft")),
      }),
    shown: "/editor?skill=hostile-draft&mode=text",
  },
  {
    field: "entry of the log",
    write: ({ send }) => {
      const name = short("entry of the log");
      const event = { time: new Date().toISOString(), session: "hostile/../session", user: name };
      const { line } = linkEvent(
        toEventText({
          ...{
            ...event,
            event: "tool-call-denied",
            call: name,
            tool: name,
            skills: [{ name, digest: name }],
          },
          ...{
            layer: long("layer"),
            rule: name,
            reason: "denied-by-rule",
            input: { command: long("command") },
          },
        }),
        chainStart,
        nodeSha256,
      );
      return send("POST", "/api/v1/audit", { agent: "hostile-log", stream: "hostile-log", lines: [line] });
    },
    shown: "/activity?agent=hostile-log",
  },
];

/** Pages that show what others wrote beside much else, and addresses that are hostile themselves. */
const others = [
  ...["/", "/skills", "/skills?view=table", "/analytics", "/playground", "/deployments?tab=history"],
  ...[
    "/approvals?q=hostile-text",
    "/skills/hostile-text?tab=files",
    "/policies",
    "/activity/sessions/hostile%2F..%2Fsession",
    "/settings/teams",
  ],
  ...["/skills", "/activity", "/approvals", "/deployments", "/playground"].map(
    (path) =>
      `${path}?${new URLSearchParams({ q: short("q"), skill: short("s"), task: short("t"), tag: short("g") })}`,
  ),
  `/settings/${encodeURIComponent(short("section"))}`,
];

/** What only an attack could have put into the page. */
async function expectUnharmed(page: Page, address: string): Promise<void> {
  const harm = await page.evaluate(() => ({
    owned: "owned" in window,
    handlers: [...document.querySelectorAll("*")].filter((one) =>
      one.getAttributeNames().some((name) => name.startsWith("on")),
    ).length,
    foreign: document.querySelectorAll(
      "img:not([src^='/assets/']):not([src^='data:']), script:not([src^='/assets/']), iframe, base, object, embed, a[href^='javascript:' i]",
    ).length,
    styles: [...document.querySelectorAll("style")].filter(({ textContent }) =>
      textContent?.includes("9999px"),
    ).length,
    visible: getComputedStyle(document.body).display !== "none",
    sideways: document.documentElement.scrollWidth > window.innerWidth,
  }));
  const none = { owned: false, handlers: 0, foreign: 0, styles: 0, visible: true, sideways: false };
  expect([address, harm]).toEqual([address, none]);
}

describeDashboard("hostile text", ({ hub, open }) => {
  test("in every field that others fill in is only ever text, and the layout holds", async () => {
    for (const { write } of fields) await write(hub());
    const { page, expectClean } = await open({ path: "/settings/tokens" });
    const shown = fields.map(({ field, mark = field, shown: address }) => ({ address, mark }));
    for (const { address, mark } of [...shown, ...others.map((one) => ({ address: one, mark: undefined }))]) {
      await page.goto(hub().url + address);
      await settle(page);
      if (mark !== undefined) {
        const text = page
          .locator("#main")
          .getByText(mark)
          .or(page.locator(`#main [title*="${mark}"]`));
        await text
          .first()
          .waitFor({ state: "attached" })
          .catch(() => expect.fail(`${address} lacks ${mark}`));
      }
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        // Lists follow the new width in the next frames.
        const fits = (): boolean => document.documentElement.scrollWidth <= window.innerWidth;
        await page.waitForFunction(fits, undefined, { timeout: 5000 }).catch(() => undefined);
        await expectUnharmed(page, `${address} ${width}`);
      }
    }
    await expectClean();
    // The hub knows no skill of this name, which browsers report.
    const unknown = `/skills/${encodeURIComponent(short("name"))}`;
    await page.goto(hub().url + unknown);
    await page.getByText("No such skill", { exact: true }).waitFor();
    await expectUnharmed(page, unknown);
  }, 240_000);
});
