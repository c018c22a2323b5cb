/** A name as somebody writes it in a hurry: near enough that there is no doubt which one it is. */
export function misspell(name: string, way: number): string {
  const middle = Math.floor(name.length / 2);
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const ways = [
    name.slice(0, middle) + name.slice(middle + 1),
    name.slice(0, middle) + name[middle] + name.slice(middle),
    name[0]?.toUpperCase() + name.slice(1),
    snake === name ? name.toUpperCase() : snake,
  ];
  // A letter more or less makes another word of a short one.
  return (name.length < 6 ? ways[2 + (way % 2)] : ways[way % 4]) as string;
}
