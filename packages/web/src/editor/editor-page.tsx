import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMay } from "../api/use-me.ts";
import { useTenant } from "../state/use-tenant.ts";
import { useUrlState } from "../state/use-url-state.ts";
import { LinkButton } from "../ui/button.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import "./editor-page.css";
import { openSkill } from "./open-skill.ts";
import { Workbench } from "./workbench.tsx";

/** Write a skill: a new one, or the next version of one of the hub (`?skill=NAME`). */
export function EditorPage(): ReactNode {
  const [{ skill }] = useUrlState({ skill: "" });
  return skill === "" ? (
    <Workbench key="new" name="" opened={undefined} />
  ) : (
    <OpenedEditor key={skill} name={skill} />
  );
}

function OpenedEditor({ name }: { readonly name: string }): ReactNode {
  const tenant = useTenant();
  const mayPublish = useMay()("skills:publish");
  const opened = useQuery({
    queryKey: ["editor", { tenant, name }],
    queryFn: ({ signal }) => openSkill(name, { tenant, mayPublish, signal }),
    // What the author has changed meanwhile must not be overwritten by a newer answer.
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  });
  if (opened.data !== undefined) return <Workbench name={name} opened={opened.data} />;
  return (
    <Page title="Editor" description={name} actions={<LinkButton href="/editor">New skill</LinkButton>}>
      <Loaded of={opened}>{() => null}</Loaded>
    </Page>
  );
}
