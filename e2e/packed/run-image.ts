import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Child, startChild } from "@assay/testing/services/start-child";
import { imageSkipReason } from "./release-folder.ts";

/** A file on this machine that the container can read. */
interface Mount {
  readonly from: string;
  readonly to: string;
}

/** A running container. Disposing of it stops it. */
export interface Container extends Child {
  /** The process id of the service on this machine. */
  readonly servicePid: number;
  /** Runs a program in the container, with the service's privileges. */
  exec(...command: readonly string[]): string;
}

/** How the Dockerfile configures the image. */
export interface ImageConfig {
  readonly user: readonly [uid: number, gid: number];
  readonly workdir: string;
  readonly env: readonly string[];
  readonly entrypoint: readonly string[];
}

const root = join(import.meta.dirname, "../..");

/** The `skip` option of a test that runs the image. */
export const cannotRun: string | false =
  imageSkipReason ||
  (process.getuid?.() !== 0 && "runc needs root here") ||
  (spawnSync("runc", ["--version"]).status !== 0 && "runc is not installed");

/** Unpacks the image's root file system, if there is an archive. Disposing of the result removes its folder. */
export function unpackImage(archive: string | undefined): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "assay-image-"));
  if (archive !== undefined) execFileSync("tar", ["-xf", archive, "-C", path]);
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

/** Reads the configuration of the image from the last stage of the Dockerfile. */
export function readImageConfig(): ImageConfig {
  const lastStage =
    readFileSync(join(root, "Dockerfile"), "utf8")
      .split(/^FROM /m)
      .at(-1) ?? "";
  const readInstruction = (word: string) =>
    [...lastStage.matchAll(new RegExp(`^${word} (.*)$`, "gm"))].map(([, text = ""]) => text);
  const [uid = 0, gid = 0] = readInstruction("USER").at(-1)?.split(":").map(Number) ?? [];
  return {
    user: [uid, gid],
    workdir: readInstruction("WORKDIR").at(-1) ?? "/",
    env: readInstruction("ENV"),
    entrypoint: JSON.parse(readInstruction("ENTRYPOINT").at(-1) ?? "[]"),
  };
}

/**
 * Runs the image with runc, like a container runtime in production: with a read-only root, without capabilities or new
 * privileges, and with its own process ids. It shares the network of this machine, so that loopback addresses work.
 */
export async function startImage(
  rootFs: string,
  variables: { readonly [name: string]: string },
  mounts: readonly Mount[] = [],
): Promise<Container> {
  await using started = new AsyncDisposableStack();
  const bundle = mkdtempSync(join(tmpdir(), "assay-bundle-"));
  started.defer(() => rmSync(bundle, { recursive: true }));
  const state = join(bundle, "state");
  mkdirSync(state);
  writeFileSync(join(bundle, "config.json"), JSON.stringify(bundleConfig(rootFs, variables, mounts)));
  const id = `assay-${randomUUID()}`;
  const child = started.use(
    await startChild({
      program: "runc",
      args: ["--root", state, "run", "--bundle", bundle, id],
      isReady: (line) => line.includes('"event":"ready"'),
    }),
  );
  const { pid: servicePid } = JSON.parse(runc("state", id));
  const running = started.move();
  return {
    ...child,
    servicePid,
    exec: (...command) => runc("exec", id, ...command),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };

  function runc(...args: readonly string[]): string {
    return execFileSync("runc", ["--root", state, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }
}

function bundleConfig(
  rootFs: string,
  variables: { readonly [name: string]: string },
  mounts: readonly Mount[],
): object {
  const { user, workdir, env, entrypoint } = readImageConfig();
  const [uid, gid] = user;
  return {
    ociVersion: "1.0.2",
    process: {
      terminal: false,
      user: { uid, gid },
      args: entrypoint,
      env: [...env, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)],
      cwd: workdir,
      capabilities: { bounding: [], effective: [], permitted: [], ambient: [] },
      noNewPrivileges: true,
    },
    root: { path: rootFs, readonly: true },
    mounts: [
      { destination: "/proc", type: "proc", source: "proc" },
      { destination: "/dev", type: "tmpfs", source: "tmpfs", options: ["nosuid", "mode=755", "size=64k"] },
      ...mounts.map(({ from, to }) => ({ destination: to, type: "bind", source: from, options: ["bind", "ro"] })),
    ],
    linux: { namespaces: ["pid", "ipc", "uts", "mount"].map((type) => ({ type })) },
  };
}
