/** How it works: a drawing, and its steps in words. */
import type { PageContext } from '../../types.js';

export function HowItWorks({ context }: { context: PageContext }) {
  const { how } = context.words.landing;
  return (
    <section aria-labelledby="how">
      <h2 id="how">{how.title}</h2>
      <div class="columns how">
        <Drawing context={context} />
        <ol>
          {how.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** A receipt on the left becomes a verdict below it, by way of Deresegn and the bank. */
function Drawing({ context }: { context: PageContext }) {
  const { how } = context.words.landing;
  return (
    <svg class="drawing" viewBox="0 0 360 230" role="img" aria-label={how.drawing}>
      <g class="sheet">
        <path d="M14 14h72v82l-9-7-9 7-9-7-9 7-9-7-9 7-9-7-9 7z" />
        <path class="ink" d="M26 32h48M26 46h48M26 60h28" />
      </g>
      <text x="50" y="118">
        {how.receipt}
      </text>
      <Arrow d="M94 58h32" head="m-9-6 9 6-9 6" at="126 58" />
      <g class="service">
        <rect x="134" y="22" width="92" height="72" rx="14" />
        <path class="mark" d="m166 58 10 10 18-21" />
      </g>
      <text x="180" y="118">
        Deresegn
      </text>
      <Arrow d="M234 48h32" head="m-9-6 9 6-9 6" at="266 48" />
      <Arrow d="M266 68h-32" head="m9-6-9 6 9 6" at="234 68" />
      <g class="sheet">
        <path d="M274 42l38-24 38 24v6h-76z" />
        <path class="pillars" d="M284 52v32M303 52v32M321 52v32M340 52v32" />
        <path d="M274 86h76v9h-76z" />
      </g>
      <text x="312" y="118">
        {how.bank}
      </text>
      <Arrow d="M180 128v26" head="m-6-9 6 9 6-9" at="180 154" />
      <g class="signs">
        <Sign x={116} tone="good" d="m-7 1 5 5 9-11" />
        <Sign x={180} tone="bad" d="m-6-6 12 12m0-12-12 12" />
        <Sign x={244} tone="unsure" d="m-5-3a5 5 0 1 1 7 5c-2 1-2 2-2 3m0 4v.01" />
      </g>
      <text x="180" y="222">
        {how.verdict}
      </text>
    </svg>
  );
}

function Arrow({ d, head, at }: { d: string; head: string; at: string }) {
  return <path class="arrow" d={`${d}M${at}${head}`} />;
}

function Sign({ x, tone, d }: { x: number; tone: 'good' | 'bad' | 'unsure'; d: string }) {
  return (
    <g class={`sign ${tone}`}>
      <circle cx={x} cy="182" r="20" />
      <path d={`M${x} 182${d}`} />
    </g>
  );
}
