import type { SkillVersions } from "@skillwright/core/registry";
import { type ReactNode, useState } from "react";
import { useChange } from "../api/use-hub.ts";
import { Confirm } from "../ui/dialog.tsx";
import { useToast } from "../ui/toast.tsx";
import { changedRoutes } from "./use-version-changes.ts";

type VisibilityDialogProps = {
  readonly skill: SkillVersions;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

const choices = [
  { value: "team", title: "Its team", text: "Members of the owning team, reviewers and administrators." },
  {
    value: "tenant",
    title: "The tenant",
    text: "Everybody in the tenant; for a skill of the enterprise, in all tenants.",
  },
  {
    value: "public",
    title: "Everybody",
    text: "Also people and programs that are not signed in, if they reach the hub.",
  },
] as const;

/** Who may see the skill. The button says what the choice will be. */
export function VisibilityDialog({ skill, isOpen, onClose }: VisibilityDialogProps): ReactNode {
  const { name, team, visibility } = skill;
  const show = useToast();
  const [chosen, setChosen] = useState<SkillVersions["visibility"]>(visibility);
  const change = useChange("PUT /api/v1/skills/{name}", changedRoutes);
  const put = (target: SkillVersions["visibility"], undo?: () => void): void =>
    change.mutate(
      { params: { name }, body: { visibility: target } },
      {
        onSuccess: () =>
          show({ text: `${name} is now visible to ${wordOf(target)}.`, ...(undo && { undo }) }),
        onError: ({ message }) => show({ text: message, isBad: true }),
      },
    );
  const close = (): void => {
    setChosen(visibility);
    onClose();
  };
  return (
    <Confirm
      title={`Who sees ${name}?`}
      action={chosen === visibility ? "Keep it as it is" : `Show it to ${wordOf(chosen)}`}
      isDangerous={chosen === "public" && visibility !== "public"}
      {...{ isOpen, isBusy: change.isPending, onClose: close }}
      onConfirm={() => {
        if (chosen !== visibility) put(chosen, () => put(visibility));
        onClose();
      }}
    >
      <fieldset className="choices">
        <legend className="unseen">Who sees it</legend>
        {choices.map(({ value, title, text }) => {
          // A skill without a team would be visible to nobody.
          const isPossible = value !== "team" || team !== "";
          return (
            <label key={value} className="choice">
              <input
                type="radio"
                name="visibility"
                checked={chosen === value}
                disabled={!isPossible}
                onChange={() => setChosen(value)}
              />
              <span>
                <strong>{title}</strong>
                <span className="soft">{isPossible ? text : "The skill belongs to no team."}</span>
              </span>
            </label>
          );
        })}
      </fieldset>
    </Confirm>
  );
}

function wordOf(visibility: SkillVersions["visibility"]): string {
  return { team: "its team", tenant: "the tenant", public: "everybody" }[visibility];
}
