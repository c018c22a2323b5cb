import { sha256 } from "../engine.ts";

/** Who sends a request: everything that is theirs is kept under this id. */
export interface Caller {
  readonly id: string;
}

/** Tells who presents an Authorization header, or undefined when the product does not accept it. */
export type Identify = (authorization: string | undefined) => Promise<Caller | undefined>;

/** Takes everybody at their word: whoever presents the same bearer token is the same caller. */
export const identifyByToken: Identify = async (authorization) => {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  return { id: token === undefined ? "anonymous" : sha256(token) };
};
