import { expect, test } from "vitest";
import { describeDashboard, expectAccessible } from "./open-dashboard.ts";

describeDashboard("policies", ({ hub, open }) => {
  test("a change is checked, tried on last month's log, saved, compared, activated and taken back", async () => {
    const { page, expectClean } = await open({ path: "/policies" });
    await page.getByText("Bash(rm -rf:*)").first().waitFor();
    await page.getByRole("tab", { name: "Edit" }).click();
    // Rules on approvals would make every version wait again.
    await page.getByLabel("Approved skills only").check();
    await page.getByLabel("Never run").fill("Bash(rm -rf:*)\nRead(**/file-1.txt)");
    await page.getByRole("button", { name: "Text" }).click();
    const text = page.getByLabel("Policy as YAML or JSON");
    expect(await text.inputValue()).toContain("- Read(**/file-1.txt)");
    const valid = await text.inputValue();
    await text.fill(valid.replace("requireApprovalFor", "requireAprovalFor"));
    await page.getByText("Did you mean requireApprovalFor?").waitFor();
    expect(await page.getByRole("button", { name: "Save as draft" }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await text.fill(valid);
    await page.getByRole("button", { name: "Try on last month's activity" }).click();
    await page.getByText(/^Last month it would have refused [\d,]+ calls?/).waitFor();
    await page.getByRole("button", { name: "Save as draft" }).click();
    await page.getByRole("heading", { name: "Version 4" }).waitFor();
    expect(new URL(page.url()).searchParams.get("version")).toBe("4");
    await page
      .getByRole("region", { name: "Changes of version 4 since version 2" })
      .getByText("Read(**/file-1.txt)")
      .waitFor();
    await page.getByRole("button", { name: "Activate…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^Last month it would have refused/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Activate version 4" }).click();
    await page.getByText("Version 4 is in force.").waitFor();
    expect((await hub().send("GET", "/api/v1/policies/active")).enterprise.version).toBe(4);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Version 2 is in force.").waitFor();
    expect((await hub().send("GET", "/api/v1/policies/active")).enterprise.version).toBe(2);
    await expectClean();
  });

  test("a call shows its decision, the rule, whose it is, and what each layer says", async () => {
    const { page, expectClean } = await open({ path: "/policies?tab=try" });
    await page.getByLabel("Tool call").fill("run_in_terminal(git push origin main)");
    await page
      .getByText("The rule Bash(git push:*) of the enterprise's policy requires a person's approval.")
      .waitFor();
    await page.getByText("Rules know it as").waitFor();
    await page.getByLabel("Active skill").fill("code-review");
    await page.getByText(/^The skill code-review allows only listed tools/).waitFor();
    expect(new URL(page.url()).searchParams.get("skill")).toBe("code-review");
    await page.getByLabel("Tool call").fill("<img src=x onerror=alert(1)>(");
    await page.getByText("This is not a call").waitFor();
    await expectClean();
  });

  test("a reader sees the policy and no control that changes it, and the hub refuses it too", async () => {
    const { token } = await hub().send("POST", "/api/v1/tokens", {
      name: "sample-reader",
      role: "reader",
    });
    const { page, expectClean } = await open({ path: "/policies?tab=versions", token });
    await page.getByRole("heading", { name: "What changes" }).waitFor();
    expect(await page.getByRole("button", { name: "Activate…" }).count()).toBe(0);
    expect(await page.getByRole("tab", { name: "Edit" }).count()).toBe(0);
    await expectClean();
    const { page: edit } = await open({ path: "/policies?tab=edit", token });
    await edit.getByText("You may not see this").waitFor();
    await expectAccessible(edit);
    const answer = await fetch(`${hub().url}/api/v1/policies/1/activate`, {
      ...{ method: "POST", body: "{}", headers: { authorization: `Bearer ${token}` } },
    });
    expect(answer.status).toBe(403);
  });
});

describeDashboard("the playground", ({ open }) => {
  test("a task shows what is listed, matched and why, given and refused", async () => {
    const { page, expectClean } = await open({ path: "/playground" });
    await page.getByLabel("Task").fill("extract the text of a PDF invoice");
    await page.getByRole("button", { name: "pdf-text" }).waitFor();
    await page.getByText('<skill_content name="pdf-text">').waitFor();
    await page.getByText("scripts/extract_text.py", { exact: true }).first().waitFor();
    await page
      .getByText(/^The skill pdf-text allows only listed tools/)
      .first()
      .waitFor();
    await page.getByLabel("Tool calls, one on each line").fill("Read(a.pdf)\nnot a call");
    await page.getByText("0 of 2 refused").waitFor();
    await page.getByText("Not a call", { exact: true }).first().waitFor();
    const url = new URL(page.url());
    expect(url.searchParams.get("task")).toBe("extract the text of a PDF invoice");
    expect(url.searchParams.get("calls")).toBe("Read(a.pdf)\nnot a call");
    await expectClean();
  });

  test("a pasted SKILL.md goes through the same stages in the browser, and hostile text does nothing", async () => {
    const { page, expectClean } = await open({ path: "/playground?source=pasted&task=brew+coffee" });
    const hostile = `---\nname: brew\ndescription: Brews coffee. <img src=x onerror="document.title='owned'">\nallowed-tools: Read\n---\n<script>document.title='owned'</script>\n\u202e${"x".repeat(200_000)}\n`;
    await page.getByRole("textbox", { name: "SKILL.md" }).fill(hostile);
    await page.getByText('<skill_content name="brew">').waitFor();
    await page.getByText("suggested", { exact: true }).waitFor();
    await page
      .getByText(/^The skill brew allows only listed tools/)
      .first()
      .waitFor();
    expect(await page.title()).toMatch(/^Playground/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.getByRole("textbox", { name: "SKILL.md" }).fill("no frontmatter");
    await page.getByText("It has no name.").waitFor();
    await expectAccessible(page);
    await expectClean();
  });
});
