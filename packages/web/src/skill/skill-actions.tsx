import type { SkillVersions, VersionDetails } from "@skillwright/core/registry";
import ArchiveRestore from "lucide-react/icons/archive-restore";
import ChevronDown from "lucide-react/icons/chevron-down";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import Eye from "lucide-react/icons/eye";
import Tag from "lucide-react/icons/tag";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Undo2 from "lucide-react/icons/undo-2";
import { type ReactNode, useState } from "react";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { TagsDialog } from "./tags-dialog.tsx";
import { useVersionChanges } from "./use-version-changes.ts";
import { VisibilityDialog } from "./visibility-dialog.tsx";

export type ActionProps = { readonly skill: SkillVersions; readonly details: VersionDetails };
type Opened = "deprecate" | "yank" | "approval" | "tags" | "visibility" | undefined;

/** What the user may do with the skill and with this version of it. Without a permission there is no menu. */
export function SkillActions({ skill, details }: ActionProps): ReactNode {
  const [opened, setOpened] = useState<Opened>();
  const changes = useVersionChanges(details);
  const mayPublish = skill.permissions.includes("skills:publish");
  const mayManage = skill.permissions.includes("skills:manage");
  if (!mayPublish && !mayManage) return null;
  const { version, state, yanked } = details;
  const isOffered = state === "approved" || state === "deprecated";
  const close = (): void => setOpened(undefined);
  return (
    <>
      <Menu
        className="button button-normal"
        label={`Manage ${skill.name}`}
        button={
          <>
            Manage <ChevronDown size={16} aria-hidden />
          </>
        }
      >
        {mayPublish && (
          <>
            {(state === "draft" || state === "rejected") && (
              <MenuItem icon={ClipboardCheck} onClick={() => setOpened("approval")}>
                {`Ask for approval of ${version}…`}
              </MenuItem>
            )}
            {state === "approved" && (
              <MenuItem icon={TriangleAlert} onClick={() => setOpened("deprecate")}>
                {`Deprecate ${version}…`}
              </MenuItem>
            )}
            {state === "deprecated" && (
              <MenuItem icon={Undo2} onClick={changes.undeprecate}>
                {`Take back the deprecation of ${version}`}
              </MenuItem>
            )}
            {isOffered && yanked === undefined && (
              <MenuItem icon={ArchiveRestore} onClick={() => setOpened("yank")}>
                {`Withdraw ${version}…`}
              </MenuItem>
            )}
            {yanked !== undefined && (
              <MenuItem icon={Undo2} onClick={changes.unyank}>
                {`Offer ${version} again`}
              </MenuItem>
            )}
            <MenuItem icon={Tag} onClick={() => setOpened("tags")}>
              Tags…
            </MenuItem>
          </>
        )}
        {mayManage && (
          <MenuItem icon={Eye} onClick={() => setOpened("visibility")}>
            Who sees it…
          </MenuItem>
        )}
      </Menu>
      <ReasonDialog
        {...{ isOpen: opened === "deprecate", onClose: close, onConfirm: changes.deprecate }}
        {...{ title: `Deprecate ${skill.name} ${version}?`, action: `Deprecate ${version}` }}
        text="Clients prefer other versions, and show the reason to those who still use this one. Agents that have it keep it."
        hint="What should people use instead?"
      />
      <ReasonDialog
        {...{ isOpen: opened === "yank", onClose: close, onConfirm: changes.yank, isDangerous: true }}
        {...{ title: `Withdraw ${skill.name} ${version}?`, action: `Withdraw ${version}` }}
        text="Only clients that have locked exactly this version still get it. To stop agents that run it, revoke it instead."
        hint="Why is it withdrawn?"
      />
      <ReasonDialog
        {...{
          isOpen: opened === "approval",
          onClose: close,
          onConfirm: changes.askForApproval,
          isOptional: true,
        }}
        {...{ title: `Ask for approval of ${skill.name} ${version}?`, action: "Ask for approval" }}
        text="Reviewers of the tenant see the request with everything that changed. Until they approve, clients do not get this version."
        hint="What should reviewers know?"
      />
      <TagsDialog {...{ skill, details, isOpen: opened === "tags", onClose: close }} />
      <VisibilityDialog {...{ skill, isOpen: opened === "visibility", onClose: close }} />
    </>
  );
}
