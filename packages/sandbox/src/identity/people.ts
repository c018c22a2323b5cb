import { randomBytes } from "node:crypto";

/** A person who has an account and is signed in. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The session cookie of the person's browser. */
  readonly cookie: string;
}

/** An API key of a person. `key` is disclosed only when it is created. */
export interface PersonKey {
  readonly id: string;
  readonly key: string;
}

/** The actions of people in their browsers. */
export interface People {
  /** Signs up a person, with a random id unless one is given. */
  createPerson(name: string, id?: string): Promise<Person>;
  /** Returns the id of the person with this password; undefined if there is none. */
  signIn(email: string, password: string): Promise<string | undefined>;
  createKey(person: Person): Promise<PersonKey>;
  /** Deletes a key. */
  revokeKey(id: string): Promise<void>;
  /** Calls any other route in a person's session. */
  postAs(person: Person, path: string, body: object): Promise<unknown>;
}

/**
 * Lets tests act as people. It calls the routes of Better Auth as a browser does, but without a socket, so this
 * also works during simulated failures.
 */
export function createPeople(
  origin: string,
  handle: (request: Request) => Promise<Response>,
  chosenIds: Map<string, string>,
): People {
  const owners = new Map<string, Person>();

  async function post(path: string, body: object, cookie = ""): Promise<Response> {
    const headers = { "content-type": "application/json", origin, cookie };
    const response = await handle(
      new Request(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) }),
    );
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }

  async function postAs(person: Person, path: string, body: object): Promise<unknown> {
    return (await post(path, body, person.cookie)).json();
  }

  return {
    async createPerson(name, id) {
      const email = `${randomBytes(6).toString("hex")}@people.example`;
      if (id !== undefined) chosenIds.set(email, id);
      const password = randomBytes(12).toString("base64url");
      const response = await post("/sign-up/email", { name, email, password });
      const cookie = response.headers
        .getSetCookie()
        .map((header) => header.split(";")[0])
        .join("; ");
      const { user } = (await response.json()) as { readonly user: { readonly id: string } };
      return { id: user.id, name, email, password, cookie };
    },
    async signIn(email, password) {
      const response = await post("/sign-in/email", { email, password }).catch(() => undefined);
      return ((await response?.json()) as { readonly user: { readonly id: string } } | undefined)?.user.id;
    },
    async createKey(person) {
      const { id, key } = (await postAs(person, "/api-key/create", {})) as PersonKey;
      owners.set(id, person);
      return { id, key };
    },
    async revokeKey(keyId) {
      const owner = owners.get(keyId);
      if (!owner) throw new Error(`Unknown key id: ${keyId}.`);
      await postAs(owner, "/api-key/delete", { keyId });
    },
    postAs,
  };
}
