/**
 * One lookup per receipt at a time: whoever asks for a receipt that is being fetched waits for that outcome,
 * success or failure, and is not charged.
 */
export interface Flights<Outcome> {
  /** The outcome of the flight under way for this receipt, or null when there is none. */
  join(receipt: string): Promise<Outcome> | null;
  /** Leads a flight; `lookup` starts at once. Nobody else may be leading one for this receipt. */
  lead(receipt: string, lookup: () => Promise<Outcome>): Promise<Outcome>;
}

export function createFlights<Outcome>(): Flights<Outcome> {
  const underWay = new Map<string, Promise<Outcome>>();
  return {
    join: (receipt) => underWay.get(receipt) ?? null,
    lead(receipt, lookup) {
      const flight = lookup().finally(() => underWay.delete(receipt));
      underWay.set(receipt, flight);
      return flight;
    },
  };
}
