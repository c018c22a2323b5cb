/** Goes to the verdict. A link would replace the fragment of the address, which can name an example. */
export function showResults(): void {
  const results = document.getElementById("results");
  results?.focus({ preventScroll: true });
  results?.scrollIntoView();
}
