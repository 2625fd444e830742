/**
 * Metrics of all workers as one text. A scrape reaches one worker, which asks the first process, which asks all workers.
 * A label names the worker of each figure.
 */
import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

interface Question {
  metricsRequest: number;
}

interface Reply {
  repliesTo: number;
  /** Null when a worker did not answer in time. */
  text: string | null;
}

/** prom-client's own time-out for a worker, plus a margin. */
const replyMsMax = 6_000;

/** Call once in the first process; serves until it ends. */
export function serveClusterMetrics(): void {
  const all = new AggregatorRegistry();
  const onMessage = (worker: Worker, message: unknown) => {
    if (!isQuestion(message)) return;
    const reply = (text: string | null) => {
      const answer: Reply = { repliesTo: message.metricsRequest, text };
      if (worker.isConnected()) worker.send(answer);
    };
    all.clusterMetrics().then(reply, () => reply(null));
  };
  cluster.on('message', onMessage);
}

/** Call in a worker, with its own registry. @returns the metrics of all workers */
export function clusterRegistry(own: Registry): Pick<Registry, 'contentType' | 'metrics'> {
  own.setDefaultLabels({ worker: String(cluster.worker?.id) });
  keepStartTime(own);
  AggregatorRegistry.setRegistries(own);
  new AggregatorRegistry();
  let asked = 0;
  return {
    contentType: own.contentType,
    async metrics() {
      asked += 1;
      const text = await ask(asked);
      // Without an answer, for example while a worker is being respawned, only its own.
      return text ?? own.metrics();
    },
  };
}

/** @returns null on time-out */
function ask(id: number): Promise<string | null> {
  return new Promise((resolve) => {
    const end = (text: string | null) => {
      clearTimeout(timer);
      process.off('message', onReply);
      resolve(text);
    };
    const onReply = (message: unknown) => {
      if (isReply(message) && message.repliesTo === id) end(message.text);
    };
    const timer = setTimeout(end, replyMsMax, null);
    process.on('message', onReply);
    const question: Question = { metricsRequest: id };
    process.send?.(question);
  });
}

/** prom-client omits the start time from aggregated metrics; this keeps it. */
function keepStartTime(own: Registry): void {
  const start = own.getSingleMetric('process_start_time_seconds');
  if (start) Object.assign(start, { aggregator: 'first' });
}

function isQuestion(message: unknown): message is Question {
  return typeof message === 'object' && message !== null && 'metricsRequest' in message;
}

function isReply(message: unknown): message is Reply {
  return typeof message === 'object' && message !== null && 'repliesTo' in message;
}
