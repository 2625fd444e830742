/** The only time a key is shown. */
import { Code } from '../../../components/code.js';
import type { PageContext } from '../../../types.js';

interface NewKeyProps {
  context: PageContext;
  apiKey: string;
  baseUrl: string;
}

export function NewKey({ context, apiKey, baseUrl }: NewKeyProps) {
  const words = context.words.dashboard.keys;
  const curl = `curl -sS ${baseUrl}/api/usage -H 'x-api-key: ${apiKey}'`;
  return (
    <section class="card notice good" aria-labelledby="new-key">
      <h2 id="new-key" tabIndex={-1}>
        {words.minted}
      </h2>
      <p>{words.mintedMeans}</p>
      <Code text={apiKey} words={context.words} />
      <p>{words.tryIt}</p>
      <Code text={curl} words={context.words} />
      <p>
        <a class="button" href="/dashboard/keys">
          {context.words.dashboard.done}
        </a>
      </p>
    </section>
  );
}
