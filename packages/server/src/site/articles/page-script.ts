import { hash } from "node:crypto";

/**
 * The script of every static page: it keeps the theme that the reader chose, here or in the workbench, and adds a button that
 * switches it and one that copies each listing. The page is complete without it. The policy allows it by its hash.
 */
export const pageScript = `
const root = document.documentElement;
const stored = (use) => { try { return use(localStorage) } catch {} };
const chosen = stored((store) => store.getItem("assay-theme"));
if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
function addButton(parent, text, click) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.onclick = () => click(button);
  parent.append(button);
  return button;
}
function switchTheme() {
  const shown = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.dataset.theme = shown === "dark" ? "light" : "dark";
  stored((store) => store.setItem("assay-theme", root.dataset.theme));
}
async function copy(button) {
  await navigator.clipboard.writeText(button.parentElement.firstElementChild.textContent);
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = "Copy" }, 2000);
}
addEventListener("DOMContentLoaded", () => {
  addButton(document.querySelector(".bar"), "\\u25d0", switchTheme).ariaLabel = "Switch between light and dark";
  if (navigator.clipboard) for (const listing of document.querySelectorAll(".listing")) addButton(listing, "Copy", copy);
});
`;

/** The hash of the script, for `script-src` of the Content-Security-Policy. */
export const scriptHash: string = `sha256-${hash("sha256", pageScript, "base64")}`;
