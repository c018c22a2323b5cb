import { isJsonObject } from "@assay/contract";

/** Tests whether a value has a shape. Values come from JSON or structured clones, so reading them runs no code. */
export type Shape = (value: unknown) => boolean;

export const string: Shape = (value) => typeof value === "string";
export const number: Shape = (value) => typeof value === "number" && Number.isFinite(value);
export const boolean: Shape = (value) => typeof value === "boolean";
export const anything: Shape = () => true;

/** Accepts any of the given values. */
export function oneOf(...values: readonly unknown[]): Shape {
  return (value) => values.includes(value);
}

/** Accepts an array whose items all have this shape. */
export function array(item: Shape): Shape {
  return (value) => Array.isArray(value) && value.every(item);
}

/** Accepts an object with these own members, and possibly more. Members in `optional` can be absent. */
export function object(
  required: { readonly [name: string]: Shape },
  optional: { readonly [name: string]: Shape } = {},
): Shape {
  return (value) => {
    if (!isJsonObject(value)) return false;
    const members: { readonly [name: string]: unknown } = value;
    return (
      Object.entries(required).every(([name, shape]) => Object.hasOwn(members, name) && shape(members[name])) &&
      Object.entries(optional).every(([name, shape]) => members[name] === undefined || shape(members[name]))
    );
  };
}

/** Accepts a value that has one of the given shapes. */
export function either(...shapes: readonly Shape[]): Shape {
  return (value) => shapes.some((shape) => shape(value));
}
