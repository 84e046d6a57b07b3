import { Component, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/states.tsx";

type Props = { readonly children: ReactNode };
type State = { readonly error: Error | undefined };

/** A page that fails leaves the menu usable. React knows no function for this. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const reload = <Button onClick={() => window.location.reload()}>Load the page again</Button>;
    return (
      <EmptyState title="This page has failed" actions={reload}>
        {error.message}
      </EmptyState>
    );
  }
}
