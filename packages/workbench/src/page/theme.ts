const name = "assay-theme";

/** Applies the theme that the reader chose earlier. Without a choice, the system's preference applies. */
export function restoreTheme(): void {
  const chosen = readTheme();
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}

/** Switches between light and dark, and saves the choice. */
export function switchTheme(): void {
  const { dataset } = document.documentElement;
  const isDark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  dataset.theme = isDark ? "light" : "dark";
  try {
    localStorage.setItem(name, dataset.theme);
  } catch {
    // Without storage, the choice lasts until the reader leaves the page.
  }
}

function readTheme(): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
