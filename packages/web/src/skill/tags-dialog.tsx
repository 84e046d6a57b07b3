import type { SkillVersions, VersionDetails } from "@skillwright/core/registry";
import X from "lucide-react/icons/x";
import { type ReactNode, useState } from "react";
import { useChange } from "../api/use-hub.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { useToast } from "../ui/toast.tsx";
import { changedRoutes } from "./use-version-changes.ts";

type TagsDialogProps = {
  readonly skill: SkillVersions;
  readonly details: VersionDetails;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Names for versions. `latest` follows from the versions; the others are set here. */
export function TagsDialog({ skill, details, isOpen, onClose }: TagsDialogProps): ReactNode {
  const { name, tags } = skill;
  const { version } = details;
  const show = useToast();
  const [tag, setTag] = useState("");
  const [error, setError] = useState<string>();
  const set = useChange("PUT /api/v1/skills/{name}/tags/{tag}", changedRoutes);
  const remove = useChange("DELETE /api/v1/skills/{name}/tags/{tag}", changedRoutes);
  const put = (one: string, target: string): void =>
    set.mutate(
      { params: { name, tag: one }, body: { version: target } },
      {
        onSuccess: () => {
          setTag("");
          setError(undefined);
          show({ text: `${one} now names ${name} ${target}.` });
        },
        onError: ({ message }) => setError(message),
      },
    );
  const drop = (one: string, target: string): void =>
    remove.mutate(
      { params: { name, tag: one } },
      {
        onSuccess: () => show({ text: `The tag ${one} is removed.`, undo: () => put(one, target) }),
        onError: ({ message }) => setError(message),
      },
    );
  return (
    <Dialog
      title={`Tags of ${name}`}
      isOpen={isOpen}
      onClose={onClose}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <p>A tag names a version, so that people can ask for it: hub:{name}@beta.</p>
      <ul className="tags">
        {Object.entries(tags).map(([one, target]) => (
          <li key={one}>
            <Badge tone="accent">{one}</Badge>
            <span className="number">{target}</span>
            {one === "latest" ? (
              <span className="soft">follows from the versions</span>
            ) : (
              <IconButton icon={X} label={`Remove the tag ${one}`} onClick={() => drop(one, target)} />
            )}
          </li>
        ))}
      </ul>
      <form
        className="tags-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (tag.trim() === "") setError("Type a name, such as beta.");
          else put(tag.trim(), version);
        }}
      >
        <TextField
          label={`New tag for ${version}`}
          hint="Lower case, digits and hyphens. A tag that exists moves here."
          maxLength={50}
          autoComplete="off"
          value={tag}
          error={error}
          onChange={(event) => setTag(event.target.value)}
        />
        <Button type="submit" isBusy={set.isPending}>
          {`Tag ${version}`}
        </Button>
      </form>
    </Dialog>
  );
}
