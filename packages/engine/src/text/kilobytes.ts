/** A number of bytes as messages write it: "3,072 KB". */
export function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_024)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ",")} KB`;
}
