/** Parts of the guides. */
import type { ComponentChildren } from 'preact';
import { assets } from '../../assets.js';
import { Marked } from '../../components/code.js';
import { Layout } from '../../components/layout.js';
import { LinkButtons } from '../../components/link-buttons.js';
import type { Visitor } from '../../types.js';

/** Mints a test key where the service runs on the reader's machine. */
export const mintCommand = `export DERESEGN_KEY=$(npm run -s cli -- keys mint --mode test --json | node -p 'JSON.parse(fs.readFileSync(0)).key')`;

interface GuideFrameProps {
  context: Visitor;
  title: string;
  lead: string;
  /** Titles of the steps, in order; each begins with its number. */
  steps: readonly string[];
  children: ComponentChildren;
}

/** A guide: its steps, and on wide screens a list of them next to the text. */
export function GuideFrame({ context, title, lead, steps, children }: GuideFrameProps) {
  const { contents } = context.words.guide;
  return (
    <Layout
      context={context}
      title={title}
      page="guide"
      head={<link rel="stylesheet" href={assets['guide.css']} />}
    >
      <h1>{title}</h1>
      <p class="lead">{lead}</p>
      <div class="guide">
        <nav class="contents" aria-label={contents}>
          <p class="quiet small">{contents}</p>
          <ol>
            {steps.map((step) => (
              <li key={step}>
                <a href={`#${stepId(step)}`}>{step}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div>{children}</div>
      </div>
    </Layout>
  );
}

/** `step-1` of "1. A key", in every language. */
function stepId(title: string): string {
  return `step-${Number.parseInt(title, 10)}`;
}

interface StepProps {
  title: string;
  text: string;
  after?: string;
  children: ComponentChildren;
}

export function GuideStep({ title, text, after, children }: StepProps) {
  return (
    <section aria-labelledby={stepId(title)}>
      <h2 id={stepId(title)}>{title}</h2>
      <p>
        <Marked text={text} />
      </p>
      {children}
      {after !== undefined && (
        <p>
          <Marked text={after} />
        </p>
      )}
    </section>
  );
}

export function Rules({ rules }: { rules: readonly string[] }) {
  return (
    <ul>
      {rules.map((rule) => (
        <li key={rule}>
          <Marked text={rule} />
        </li>
      ))}
    </ul>
  );
}

/** Where readers who do not run the service create a key. */
export function ToDashboard({ context: { words } }: { context: Visitor }) {
  return <LinkButtons links={[['key', '/dashboard', words.common.dashboard]]} />;
}
