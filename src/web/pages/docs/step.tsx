/** Parts of the guides. */
import type { ComponentChildren } from 'preact';
import { Marked } from '../../components/code.js';

/** Mints a test key where the service runs on the reader's machine. */
export const mintCommand = `export DERESEGN_KEY=$(npm run -s cli -- keys mint --mode test --json | node -p 'JSON.parse(fs.readFileSync(0)).key')`;

interface StepProps {
  title: string;
  text: string;
  after?: string;
  children: ComponentChildren;
}

export function GuideStep({ title, text, after, children }: StepProps) {
  return (
    <section>
      <h2>{title}</h2>
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
