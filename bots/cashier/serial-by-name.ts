/** Runs changes with the same name one after the other; each starts when the previous one has ended or failed. */
export class SerialByName {
  readonly #last = new Map<string, Promise<void>>();

  /** @throws whatever the change throws */
  async run(name: string, change: () => Promise<void>): Promise<void> {
    const turn = (this.#last.get(name) ?? Promise.resolve()).catch(() => undefined).then(change);
    this.#last.set(name, turn);
    try {
      await turn;
    } finally {
      if (this.#last.get(name) === turn) this.#last.delete(name);
    }
  }
}
