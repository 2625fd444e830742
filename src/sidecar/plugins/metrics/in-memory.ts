/** Metrics whose values are in the memory of this process, and are read with each scrape. */
import { Counter, Gauge, type Registry } from 'prom-client';

interface Metric {
  name: string;
  help: string;
  labelNames?: string[];
  /** Each value with its labels, in the order of `labelNames`. */
  values(): Iterable<readonly [labels: string | readonly string[], value: number]>;
}

export function counter(registry: Registry, { values, ...metric }: Metric): void {
  new Counter({
    ...metric,
    registers: [registry],
    collect() {
      this.reset();
      for (const [labels, value] of values()) this.labels(...[labels].flat()).inc(value);
    },
  });
}

export function gauge(registry: Registry, { values, ...metric }: Metric): void {
  new Gauge({
    ...metric,
    registers: [registry],
    collect() {
      this.reset();
      for (const [labels, value] of values()) this.labels(...[labels].flat()).set(value);
    },
  });
}
