export { cel } from "./cel.ts";
