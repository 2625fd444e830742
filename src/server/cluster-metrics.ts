/**
 * Figures of all workers as one text. A scrape reaches one worker, whichever it is: it asks the first process, which
 * asks them all. A label says of which worker a figure is, so that none is added to, or mistaken for, another's.
 */
import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

interface Question {
  asksFigures: number;
}

interface Reply {
  repliesTo: number;
  /** Null when a worker did not say in time. */
  text: string | null;
}

/** What prom-client waits for a worker, and a moment. */
const replyMsMax = 6_000;

/** To be called in the first process, once; for as long as it lives. */
export function answerFigures(): void {
  const all = new AggregatorRegistry();
  const onMessage = (worker: Worker, message: unknown) => {
    if (!isQuestion(message)) return;
    const reply = (text: string | null) => {
      const answer: Reply = { repliesTo: message.asksFigures, text };
      if (worker.isConnected()) worker.send(answer);
    };
    all.clusterMetrics().then(reply, () => reply(null));
  };
  cluster.on('message', onMessage);
}

/** To be called in a worker, with its own figures. @returns the figures of all of them */
export function figuresOfAll(own: Registry): Pick<Registry, 'contentType' | 'metrics'> {
  own.setDefaultLabels({ worker: String(cluster.worker?.id) });
  keepStart(own);
  AggregatorRegistry.setRegistries(own);
  new AggregatorRegistry();
  let asked = 0;
  return {
    contentType: own.contentType,
    async metrics() {
      asked += 1;
      const text = await ask(asked);
      // A worker that is just being replaced keeps nobody from seeing the others' figures for long.
      return text ?? own.metrics();
    },
  };
}

/** @returns null when there is no answer in time */
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
    const question: Question = { asksFigures: id };
    process.send?.(question);
  });
}

/** prom-client leaves it out, having no sum of starts in mind. */
function keepStart(own: Registry): void {
  const start = own.getSingleMetric('process_start_time_seconds');
  if (start) Object.assign(start, { aggregator: 'first' });
}

function isQuestion(message: unknown): message is Question {
  return typeof message === 'object' && message !== null && 'asksFigures' in message;
}

function isReply(message: unknown): message is Reply {
  return typeof message === 'object' && message !== null && 'repliesTo' in message;
}
