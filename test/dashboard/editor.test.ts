import { expect, test } from "vitest";
import { describeDashboard, expectAccessible } from "./open-dashboard.ts";

describeDashboard("editor", ({ hub, open }) => {
  test("an author without knowledge of the standard makes, saves and publishes a valid skill", async () => {
    const { page, expectClean } = await open({ path: "/editor" });
    await page.getByLabel("Name", { exact: true }).fill("Invoice Check");
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("invoice-check");
    await page
      .getByLabel("Description")
      .fill("Checks invoices for wrong totals. Use when the user has an invoice.");
    await page.getByLabel("Read", { exact: true }).check();
    await page.getByText("Nothing to improve").waitFor();
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save draft" }).click();
    await page.getByRole("heading", { name: "The draft of invoice-check is saved" }).waitFor();
    await expectAccessible(page);
    const before = await fetch(`${hub().url}/api/v1/skills/invoice-check`, {
      headers: { authorization: `Bearer ${hub().token}` },
    });
    expect(before.status).toBe(404);
    await page.getByRole("button", { name: "Publish 0.1.0" }).click();
    await page.getByText("invoice-check 0.1.0 is published.").waitFor();
    const { tools } = (await hub().send("GET", "/api/v1/search?q=invoice-check")).skills[0];
    expect(tools).toEqual(["Read"]);
    await expectClean();
  });

  test("findings appear while writing, and one click fixes them and takes the fix back", async () => {
    const { page, expectClean } = await open({ path: "/editor?mode=text" });
    const area = page.getByLabel("Text of SKILL.md");
    const text = "---\nname: pdf\ndescription: 5\n---\n\nRead the file.\n";
    await area.fill(text);
    await page.getByRole("button", { name: "Quote the value of description" }).click();
    expect(await area.inputValue()).toContain('description: "5"');
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await area.inputValue()).toBe(text);
    await page.getByRole("button", { name: /^Fix \d+ finding/ }).click();
    await page.waitForFunction(() => document.querySelector("textarea")?.value.includes('"5"'));
    await expectClean();
  });

  test("what a finding marks stays readable, and a click on it sets the cursor there", async () => {
    const { page, expectClean } = await open({ path: "/editor?mode=text" });
    const area = page.getByLabel("Text of SKILL.md");
    await area.fill(
      "---\nname: PDF Tool\ndescription: Reads PDF files. Use when there is one.\n---\nRead.\n",
    );
    const marked = page.locator(".text-editor-line.error").first();
    await marked.waitFor();
    const isOnTop = await marked.evaluate((line) => {
      const { left, top, height } = line.getBoundingClientRect();
      return document.elementFromPoint(left + 20, top + height / 2) instanceof HTMLTextAreaElement;
    });
    expect(isOnTop).toBe(true);
    await expectAccessible(page);
    await expectClean();
  });

  test("a text survives a closed page, and hostile text stays text", async () => {
    const { page, expectClean } = await open({ path: "/editor?mode=text&tab=preview" });
    const hostile = `---\nname: x\n---\n<img src=x onerror="window.hit=1"><script>window.hit=1</script>\u202e[a](javascript:hit)\n`;
    await page.getByLabel("Text of SKILL.md").fill(hostile);
    await page.getByText("Not saved; this browser keeps it").waitFor();
    const next = await page.context().newPage();
    await next.goto(page.url());
    await next.waitForFunction(() => document.querySelector("textarea")?.value.includes("onerror"));
    expect(await next.evaluate(() => "hit" in window)).toBe(false);
    expect(await page.evaluate(() => "hit" in window)).toBe(false);
    await expectClean();
  });

  test("a skill of the hub opens with its other files, and a name that nobody has says so", async () => {
    const { page } = await open({ path: "/editor?skill=csv-check" });
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("csv-check");
    await page.getByText(/other files stay as they are/).waitFor();
    await page.goto(`${hub().url}/editor?skill=not-there`);
    await page.getByText("Not found").waitFor();
  });
});
