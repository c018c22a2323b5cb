export { cel } from "./cel-check.ts";
