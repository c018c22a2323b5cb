import { Icon } from "./icons.tsx";

/** What is said about the draft, and the way back to the author's own while another one is in its place. */
export function Banner({ said, look, hasOwn, back }: Props) {
  const text = said ?? (hasOwn ? "Your other draft is kept." : undefined);
  if (text === undefined) return null;
  return (
    <p class={`banner ${look}`} role="status">
      <Icon name="info" />
      {text}
      {back && (
        <button type="button" onClick={back}>
          {`Back to your ${said === undefined ? "other " : ""}draft`}
        </button>
      )}
    </p>
  );
}

interface Props {
  readonly said: string | undefined;
  readonly look: "introduction" | "";
  /** Whether the author has one that is not shown. */
  readonly hasOwn: boolean;
  readonly back: false | (() => void);
}
