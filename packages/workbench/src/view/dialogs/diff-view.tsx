import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** Two texts as one, with what was removed and what was added. */
export function DiffView({ before, after, label, failure }: Props) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let destroy = () => {};
    let isClosed = false;
    // A chunk of its own: only who compares texts needs it.
    import("../../editor/show-diff.ts").then(
      ({ showDiff }) => {
        if (host.current && !isClosed) destroy = showDiff(host.current, before, after, label);
      },
      () => {
        failure.value = "The diff could not be loaded. Close this dialog, check the connection, and try again.";
      },
    );
    return () => {
      isClosed = true;
      destroy();
    };
  }, [before, after]);
  return (
    <>
      {failure.value !== "" && <p role="alert">{failure.value}</p>}
      <div class="diff" ref={host} />
    </>
  );
}

interface Props {
  readonly before: string;
  readonly after: string;
  /** What it is, for assistive technology. */
  readonly label: string;
  /** Why it could not be loaded; empty unless it failed. */
  readonly failure: Signal<string>;
}
