/** Examples by bank. Folded, so that pictures load only when opened. */

import { curlJson } from '../../../http/curl.js';
import type { SandboxExample } from '../../../http/pages.js';
import { Code } from '../../components/code.js';
import { Layout } from '../../components/layout.js';
import type { Visitor } from '../../types.js';

interface SandboxProps {
  context: Visitor;
  baseUrl: string;
  examples: readonly SandboxExample[];
  bankName(key: string): string;
  /** True when screenshots are served. */
  hasScreenshots: boolean;
}

export function SandboxPage(props: SandboxProps) {
  const { context, examples, bankName } = props;
  const { sandbox } = context.words;
  const banks = [...new Set(examples.map(({ provider }) => provider))];
  return (
    <Layout context={context} title={sandbox.title}>
      <h1>{sandbox.title}</h1>
      <p class="lead">{sandbox.lead}</p>
      <p>{sandbox.key}</p>
      <p>
        <a class="button" href="/sandbox/shop">
          {context.words.shop.title}
        </a>
      </p>
      <nav aria-label={sandbox.banks}>
        {banks.map((bank) => (
          <a key={bank} href={`#${bank}`}>
            {bankName(bank)}
          </a>
        ))}
      </nav>
      {banks.map((bank) => (
        <section key={bank} aria-labelledby={bank}>
          <h2 id={bank}>{bankName(bank)}</h2>
          {examples
            .filter(({ provider }) => provider === bank)
            .map((example) => (
              <One key={example.request.reference ?? example.request.url} {...props} example={example} />
            ))}
        </section>
      ))}
    </Layout>
  );
}

function One({
  context,
  baseUrl,
  bankName,
  hasScreenshots,
  example,
}: SandboxProps & { example: SandboxExample }) {
  const { sandbox, landing } = context.words;
  const { provider, outcome, request, screenshot } = example;
  const outcomes: Readonly<Record<string, string>> = sandbox.outcomes;
  const name = outcomes[outcome] ?? outcome;
  return (
    <details>
      <summary>
        <code>{outcome}</code> {name}
      </summary>
      <Code text={curlJson(baseUrl, '/api/verify', request)} labels={landing.code} />
      {hasScreenshots && screenshot !== undefined && (
        <figure>
          <a href={screenshot}>
            <img
              src={screenshot}
              alt={sandbox.screenshotOf(bankName(provider), name)}
              loading="lazy"
              width={180}
              height={400}
            />
          </a>
          <figcaption>
            {sandbox.screenshot}: <a href={screenshot}>{sandbox.screen}</a>{' '}
            <a href={`${screenshot}?style=photo`}>{sandbox.photo}</a>{' '}
            <a href={`${screenshot}?style=sms`}>{sandbox.sms}</a>
          </figcaption>
        </figure>
      )}
    </details>
  );
}
