/** Takes a file that is dropped anywhere on the page, before the editor sees it, which would insert it into the text. */
export function takeFiles(take: (file: File) => void): void {
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener(
    "drop",
    (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      event.stopPropagation();
      take(file);
    },
    { capture: true },
  );
}
