import { Icon } from "./icons.tsx";

/** What is said about the text in the editor, and the way back to the author's own while another one is in its place. */
export function Banner({ what, said, look = "", hasOwn, back }: Props) {
  const text = said ?? (hasOwn ? `Your other ${what} is kept.` : undefined);
  if (text === undefined) return null;
  return (
    <p class={`banner ${look}`} role="status">
      <Icon name="info" />
      {text}
      {back && (
        <button type="button" onClick={back}>
          {`Back to your ${said === undefined ? "other " : ""}${what}`}
        </button>
      )}
    </p>
  );
}

interface Props {
  readonly what: "draft" | "package";
  readonly said: string | undefined;
  readonly look?: "introduction" | "";
  /** Whether the author has one that is not shown. */
  readonly hasOwn: boolean;
  readonly back: false | (() => void);
}
