import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { createFolder, skillwright } from "../run-command.ts";
import { addToken, decideByKey, openMachine, publish } from "./machines.ts";
import { describeDashboard } from "./open-dashboard.ts";

/** Downloads the proof of the entry in the dialog, and has the real command verify it without the hub. */
async function saveProof(page: Page, dialog: Locator): Promise<string> {
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download proof" }).click();
  const file = `${createFolder()}/proof.txt`;
  await (await saving).saveAs(file);
  const shown = (await dialog.getByText(/^skillwright audit verify/).textContent()) ?? "";
  const [, key = ""] = /--key '([^']+)'/.exec(shown) ?? [];
  const env = { SKILLWRIGHT_HUB: "" };
  const result = await skillwright(["audit", "verify", "--proof", file, "--key", key], { env });
  expect(result).toMatchObject({ code: 0 });
  return result.stdout;
}

/** What the hook answers before a call of a running agent. */
function askHook({ home, run }: Awaited<ReturnType<typeof openMachine>>, tool: string, input: object) {
  const call = { tool_name: tool, tool_input: input, tool_use_id: tool };
  const event = { hook_event_name: "PreToolUse", session_id: "journey-session", cwd: home, ...call };
  return run(["guard", "--agent", "claude-code"], JSON.stringify(event));
}

describeDashboard("the whole way of a skill", ({ hub, open }) => {
  test("S3-26, S3-45, S3-50: publish, approve, deploy, an agent gets it, revoke, the agent refuses, prove", async () => {
    await publish(hub(), "journey");
    const agent = await openMachine(hub(), await addToken(hub(), "agent"));
    const reviewer = await open({ path: "/approvals?q=journey", token: await addToken(hub(), "reviewer") });
    await decideByKey(reviewer.page, "journey", "a");
    await reviewer.page.getByText("Approved journey 1.0.0.").waitFor();
    await reviewer.expectClean();

    const { page, expectClean } = await open({ path: "/deployments?dialog=deploy&skill=journey" });
    await page.getByText("Nothing of this name is deployed there yet.").waitFor();
    await page.getByRole("button", { name: "Deploy journey 1.0.0" }).click();
    const deployed = page.getByRole("listitem").filter({ hasText: "journey" });
    await deployed.getByText("0 of 3 agents confirmed").waitFor();
    expect(await agent.run(["sync", "--once"])).toMatchObject({ code: 0 });
    // The page counts up by itself.
    await deployed.getByText("1 of 4 agents confirmed").waitFor();
    expect(await agent.run(["use", "journey"])).toMatchObject({ code: 0 });
    const add = ["add", "hub:journey", "--scope", "user", "--agent", "claude-code", "--yes"];
    expect(await agent.run(add)).toMatchObject({ code: 0 });
    const skill = { skill: "journey" };
    expect(await askHook(agent, "Skill", skill)).toEqual({ code: 0, stdout: "", stderr: "" });

    await deployed.getByRole("button", { name: "Revoke journey 1.0.0" }).click();
    await page.getByLabel("Message").fill("It leaks.");
    await page.getByText(/4 agents .*stop using it at once/).waitFor();
    await page.getByRole("button", { name: "Revoke journey@1.0.0" }).click();
    const revoked = page.getByRole("listitem").filter({ hasText: "It leaks." });
    await revoked.getByText("0 of 4 agents confirmed").waitFor();
    expect(await agent.run(["sync", "--once"])).toMatchObject({ code: 0 });
    await revoked.getByText("1 of 4 agents confirmed").waitFor();
    expect((await agent.run(["use", "journey"])).code).not.toBe(0);
    // The session in which it is still active is stopped too.
    expect((await askHook(agent, "Read", { file_path: "a.txt" })).stdout).toContain(
      '"permissionDecision":"deny"',
    );

    // Both ends of it are in the hub's log: who revoked, and that the agent obeyed.
    expect(await agent.run(["audit", "push"])).toMatchObject({ code: 0 });
    for (const [address, title, text] of [
      ["/activity?skill=journey&outcome=denied", "Call refused", "Read"],
      ["/activity?kind=hub-changed", "Hub change", "You revoked journey@1.0.0"],
    ] as const) {
      const log = await open({ path: address });
      const entries = log.page.getByRole("list", { name: "Entries" }).getByRole("button");
      await entries.filter({ hasText: text }).first().click();
      const dialog = log.page.getByRole("dialog", { name: title });
      await dialog
        .getByText(/journey/)
        .first()
        .waitFor();
      expect(await saveProof(log.page, dialog)).toContain("Proved: record");
      await log.expectClean();
    }

    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByText("Lifted the revocation of journey@1.0.0.").waitFor();
    expect(await agent.run(["sync", "--once"])).toMatchObject({ code: 0 });
    expect(await agent.run(["use", "journey"])).toMatchObject({ code: 0 });
    await expectClean();
  });
});
