/**
 * Joins calls of one script that are made in one turn of the event loop into one command. Sending a command and parsing its
 * reply costs a busy process more than it costs Redis to run the script.
 */

interface Joined<R> {
  keys: readonly string[];
  args: readonly string[];
  resolve(reply: R): void;
  reject(error: unknown): void;
}

interface JoinedCallsDeps<R> {
  /** Arguments that all calls share. */
  common: readonly string[];
  /** Runs the script with the keys of all calls, the common arguments and theirs, one after the other. @returns a reply or an error for each */
  run(keys: string[], args: string[]): Promise<(R | Error)[]>;
  /** Runs `send` at the end of this turn of the event loop. */
  atEndOfTurn(send: () => void): void;
  /** Maximum number of calls in one command; 1 joins none. */
  callsMax: number;
}

/** Calls of one script, all with the same number of keys and arguments. */
export class JoinedCalls<R> {
  readonly #deps: JoinedCallsDeps<R>;
  #waiting: Joined<R>[] = [];

  constructor(deps: JoinedCallsDeps<R>) {
    this.#deps = deps;
  }

  /** @throws the error of this call, or that of the command */
  call(keys: readonly string[], args: readonly string[]): Promise<R> {
    return new Promise((resolve, reject) => {
      const count = this.#waiting.push({ keys, args, resolve, reject });
      if (count === this.#deps.callsMax) this.#send();
      else if (count === 1) this.#deps.atEndOfTurn(this.#send);
    });
  }

  readonly #send = (): void => {
    const calls = this.#waiting;
    if (calls.length === 0) return;
    this.#waiting = [];
    const keys: string[] = [];
    const args = [...this.#deps.common];
    for (const call of calls) {
      keys.push(...call.keys);
      args.push(...call.args);
    }
    this.#deps.run(keys, args).then(
      (replies) => {
        for (const [nth, call] of calls.entries()) settle(call, replies[nth]);
      },
      (error: unknown) => {
        for (const { reject } of calls) reject(error);
      },
    );
  };
}

function settle<R>({ resolve, reject }: Joined<R>, reply: R | Error | undefined): void {
  if (reply === undefined) reject(new TypeError('a script answered fewer calls than it was sent'));
  else if (reply instanceof Error) reject(reply);
  else resolve(reply);
}
