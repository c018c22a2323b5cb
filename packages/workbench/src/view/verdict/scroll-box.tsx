/** A long text in a box of its own, which a keyboard can reach and scroll. */
export function ScrollBox({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would lose the preformatted text.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls with the keyboard has to reach the box first.
    <pre role="region" tabIndex={0} aria-label={label}>
      {text}
    </pre>
  );
}
