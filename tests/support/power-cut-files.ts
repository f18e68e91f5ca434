import { copyFileSync, existsSync, fstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DurableNodeFS } from '#platform/embedded-files.ts';

type Node = object;
type NodeOperations = {
  rename(node: Node, folder: Node, name: string): void;
  unlink(folder: Node, name: string): void;
  mknod(folder: Node, name: string, mode: number, device: number): Node;
};
type Module = {
  NODEFS: {
    realPath(node: Node): string;
    stream_ops: { fsync(stream: { nfd: number; node: Node }): number };
    node_ops: NodeOperations;
  };
};

const FILE_TYPE = 0o170000;
const FOLDER = 0o040000;

/**
 * Durable files that keep a second directory as a disk would be after a power cut: a file's content arrives
 * there only when the engine forces it out. Creating, renaming and removing arrive at once, which is the hard
 * case: a file that exists with nothing in it.
 */
export class PowerCutFiles extends DurableNodeFS {
  isPowered = true;
  /** How often content was forced out. */
  forced = 0;
  /** The power fails as content is forced out for this time, which does not arrive any more. */
  cutAt = Infinity;
  readonly #live: string;
  readonly #survivors: string;

  constructor(live: string, survivors: string) {
    super(live, () => {});
    this.#live = live;
    this.#survivors = survivors;
  }

  override async init(...args: Parameters<DurableNodeFS['init']>): ReturnType<DurableNodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const trace = (module: unknown) => {
      if (isModule(module)) this.#trace(module);
      else throw new Error('The engine keeps its files elsewhere now; the power cut cannot be modelled');
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), trace] } };
  }

  #trace({ NODEFS: { realPath, stream_ops: streams, node_ops: nodes } }: Module) {
    const pathOf = (node: Node) => relative(this.#live, realPath(node));
    const { fsync } = streams;
    const { rename, unlink, mknod } = nodes;
    streams.fsync = (stream) => {
      const result = fsync(stream);
      if (this.isPowered && ++this.forced >= this.cutAt) this.isPowered = false;
      if (this.isPowered) this.#keepContent(pathOf(stream.node), fstatSync(stream.nfd).isDirectory());
      return result;
    };
    nodes.rename = (node, folder, name) => {
      const from = pathOf(node);
      rename(node, folder, name);
      if (this.isPowered && existsSync(this.#survivor(from)))
        renameSync(this.#survivor(from), this.#survivor(join(pathOf(folder), name)));
    };
    nodes.unlink = (folder, name) => {
      unlink(folder, name);
      if (this.isPowered) rmSync(this.#survivor(join(pathOf(folder), name)), { force: true });
    };
    nodes.mknod = (folder, name, mode, device) => {
      const node = mknod(folder, name, mode, device);
      if (this.isPowered) this.#create(join(pathOf(folder), name), (mode & FILE_TYPE) === FOLDER);
      return node;
    };
  }

  #survivor(path: string) {
    return join(this.#survivors, path);
  }

  #keepContent(path: string, isFolder: boolean) {
    mkdirSync(isFolder ? this.#survivor(path) : dirname(this.#survivor(path)), { recursive: true });
    if (!isFolder) copyFileSync(join(this.#live, path), this.#survivor(path));
  }

  #create(path: string, isFolder: boolean) {
    if (isFolder) mkdirSync(this.#survivor(path), { recursive: true });
    else writeFileSync(this.#survivor(path), '');
  }
}

function isModule(module: unknown): module is Module {
  return typeof module === 'object' && module !== null && 'NODEFS' in module;
}
