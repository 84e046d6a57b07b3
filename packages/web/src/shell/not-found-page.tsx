import Compass from "lucide-react/icons/compass";
import type { ReactNode } from "react";
import { LinkButton } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";
import { EmptyState } from "../ui/states.tsx";

export function NotFoundPage(): ReactNode {
  return (
    <Page title="Not found">
      <EmptyState
        icon={Compass}
        title="There is no such page"
        actions={<LinkButton href="/">Go to Home</LinkButton>}
      >
        The address may be misspelled, or the page may have moved.
      </EmptyState>
    </Page>
  );
}
