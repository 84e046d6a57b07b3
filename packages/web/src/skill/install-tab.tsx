import type { CreatedCapability } from "@skillwright/core/registry";
import KeyRound from "lucide-react/icons/key-round";
import { type ReactNode, useState } from "react";
import { useChange } from "../api/use-hub.ts";
import { useMay, useMe } from "../api/use-me.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { formatExact } from "../ui/format.ts";
import { Tabs } from "../ui/tabs.tsx";
import { useToast } from "../ui/toast.tsx";
import { type InstallAgent, installAgents, installCommands } from "./install-commands.ts";
import type { TabProps } from "./skill-tabs.tsx";

/** How to get the skill into each agent. */
export function InstallTab({ skill, details, state, setState }: TabProps): ReactNode {
  const [address, setAddress] = useState<CreatedCapability>();
  const hub = useMe()?.hub.name ?? "";
  const isPublic = skill.visibility === "public";
  const base = address?.url ?? (isPublic ? window.location.origin : `${window.location.origin}/t/TOKEN`);
  const chosen = installAgents.find((one) => one === state.agent) ?? "skillwright";
  const { latest } = skill.tags;
  const commands = installCommands({ ...details, latest, base, hub })[chosen];
  const { steps, needsAddress, latestOnly } = guides[chosen];
  return (
    <div className="skill-stack install">
      <Tabs
        label="Agents"
        tabs={installAgents.map((id) => ({ id, title: guides[id].title }))}
        value={chosen}
        onChange={(agent) => setState({ agent })}
      >
        <Card>
          <div className="skill-stack">
            {needsAddress && !isPublic && (
              <Address {...{ address, onCreated: setAddress, name: details.name }} />
            )}
            <ol className="install-steps">
              {commands.map((command, index) => (
                <li key={command}>
                  <p>{steps[index]}</p>
                  <CodeBlock text={command} language="bash" />
                </li>
              ))}
            </ol>
            {latestOnly && latest !== details.version && (
              <p className="soft">{`This client gets the latest version, ${latest ?? "if there is one"}, not ${details.version}.`}</p>
            )}
          </div>
        </Card>
      </Tabs>
    </div>
  );
}

type Guide = {
  readonly title: string;
  /** One for each command. */
  readonly steps: readonly string[];
  /** The client sends no credentials, so that its address must carry a token unless the skill is public. */
  readonly needsAddress: boolean;
  readonly latestOnly?: true;
};

const guides: Readonly<Record<InstallAgent, Guide>> = {
  skillwright: {
    ...{ title: "Skillwright", needsAddress: false },
    steps: [
      "In your project, after skillwright login. It verifies the digest, shows what the skill asks for, and locks it.",
    ],
  },
  "claude-code": {
    ...{ title: "Claude Code", needsAddress: true, latestOnly: true },
    steps: ["Add the hub as a marketplace, once.", "Install the skill as a plugin."],
  },
  codex: {
    ...{ title: "Codex", needsAddress: true },
    steps: ["With Skillwright:", "Or with git alone, for all your projects:"],
  },
  skills: {
    ...{ title: "npx skills", needsAddress: true, latestOnly: true },
    steps: ["It asks for which agents to install."],
  },
  git: { title: "git", needsAddress: true, steps: ["Each version is a tag of the skill's repository."] },
  clawhub: {
    ...{ title: "ClawHub", needsAddress: false, latestOnly: true },
    steps: ["After clawhub --site HUB login --token TOKEN, with a token of the hub."],
  },
};

type AddressProps = {
  readonly name: string;
  readonly address: CreatedCapability | undefined;
  readonly onCreated: (created: CreatedCapability) => void;
};

/** Clients that send no credentials need an address with a token in it. It is shown once. */
function Address({ name, address, onCreated }: AddressProps): ReactNode {
  const may = useMay();
  const show = useToast();
  const [isOpen, setOpen] = useState(false);
  const create = useChange("POST /api/v1/capabilities", []);
  if (address !== undefined)
    return (
      <div className="notice notice-accent" role="status">
        <KeyRound size={16} aria-hidden />
        <p>
          <strong>The commands below contain your address, which is shown only now.</strong>{" "}
          {`Whoever has it can read skills until ${formatExact(Date.parse(address.expiresAt))}. Revoke it in the settings.`}
        </p>
      </div>
    );
  return (
    <div className="notice" role="note">
      <KeyRound size={16} aria-hidden />
      <p>
        This client sends no credentials, and the skill is not public. Replace <code>/t/TOKEN</code> by an
        address with a token
        {may("tokens:write") ? ", or create one here." : ", which publishers and administrators can create."}
      </p>
      {may("tokens:write") && <Button onClick={() => setOpen(true)}>Create an address</Button>}
      <Confirm
        title="Create an address for reading skills"
        action="Create the address"
        {...{ isOpen, isBusy: create.isPending }}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          create.mutate(
            { body: { name: `Install ${name}`.slice(0, 100), days: 30 } },
            {
              onSuccess: (created) => {
                setOpen(false);
                onCreated(created);
              },
              onError: ({ message }) => show({ text: message, isBad: true }),
            },
          )
        }
      >
        <p>
          Whoever has the address can read every skill that you may read in this tenant, for 30 days. Some
          clients write it into their lock files, so do not commit those.
        </p>
      </Confirm>
    </div>
  );
}
