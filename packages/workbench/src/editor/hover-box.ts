// Text nodes only: messages and descriptions quote the candidate and the rules.

/** What is shown over a place of the text, empty. */
export function hoverBox(): HTMLElement {
  const box = document.createElement("div");
  box.className = "cm-hover";
  return box;
}

/** A paragraph in it. */
export function hoverText(text: string, className = ""): HTMLElement {
  const element = document.createElement("p");
  element.className = className;
  element.textContent = text;
  return element;
}

/** A button in it. */
export function hoverButton(text: string, action: () => void): HTMLElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  element.addEventListener("click", action);
  return element;
}
