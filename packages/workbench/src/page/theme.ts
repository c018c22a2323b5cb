const name = "assay-theme";

/** Shows the page as the reader chose before; without a choice, as the system says. */
export function restoreTheme(): void {
  const chosen = readTheme();
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}

/** Switches between light and dark, and remembers it. */
export function switchTheme(): void {
  const { dataset } = document.documentElement;
  const isDark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  dataset.theme = isDark ? "light" : "dark";
  try {
    localStorage.setItem(name, dataset.theme);
  } catch {
    // The choice holds until the page is left.
  }
}

function readTheme(): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
