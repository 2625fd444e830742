/**
 * `/docs/errors`: meaning, fault and retry advice of each code and reason. No other page links to a single error:
 * it is found by its name, and all of them in the list.
 */
import type { FastifyInstance } from 'fastify';
import { Failure, type FailureName, failureKinds } from '../../../engine/index.js';
import type { PageTools } from '../../../http/pages.js';
import { Code, Marked } from '../../components/code.js';
import { Layout } from '../../components/layout.js';
import { StatusIcon } from '../../components/status-icon.js';
import { pageContext, renderPage } from '../../render.js';
import type { PageContext } from '../../types.js';

const failures = Object.keys(failureKinds) as FailureName[];

/** `error.docs` contains the failure's name. A code or reason shared by two failures leads to both. */
const isNamed = (failure: FailureName, name: string) =>
  failure === name || failureKinds[failure].reason === name;

export function errorPages(site: FastifyInstance, tools: PageTools): void {
  site.route({
    method: 'GET',
    url: '/docs/errors',
    schema: { hide: true },
    handler: async (request, reply) =>
      renderPage(reply, <ErrorIndex context={pageContext(request, reply)} />),
  });
  site.route<{ Params: { name: string } }>({
    method: 'GET',
    url: '/docs/errors/:name',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { name } = request.params;
      const found = failures.filter((failure) => isNamed(failure, name));
      if (found.length === 0) throw new Failure('not_found');
      const answerOf = (failure: FailureName) =>
        tools.envelopeOf(new Failure(failure), { requestId: request.id });
      const context = pageContext(request, reply);
      return renderPage(
        reply,
        <ErrorPage context={context} name={name} failures={found} answerOf={answerOf} />,
      );
    },
  });
}

function ErrorIndex({ context }: { context: PageContext }) {
  const { problems } = context.words;
  return (
    <Layout context={context} title={problems.index.title}>
      <h1>{problems.index.title}</h1>
      <p class="lead">
        <Marked text={problems.index.lead} />
      </p>
      <dl class="entries">
        {failures.map((failure) => (
          <div key={failure}>
            <dt>
              <a href={`/docs/errors/${failure}`}>
                <code>{failure}</code>
              </a>
            </dt>
            <dd>{problems.kinds[failure].means}</dd>
          </div>
        ))}
      </dl>
    </Layout>
  );
}

interface ErrorPageProps {
  context: PageContext;
  name: string;
  failures: readonly FailureName[];
  answerOf(failure: FailureName): object;
}

function ErrorPage({ context, name, failures, answerOf }: ErrorPageProps) {
  return (
    <Layout context={context} title={name}>
      <h1>
        <code>{name}</code>
      </h1>
      {failures.map((failure) => (
        <Kind key={failure} context={context} failure={failure} answer={answerOf(failure)} />
      ))}
      <ul>
        <li>
          <a href="/docs/errors">{context.words.problems.page.all}</a>
        </li>
        <li>
          <a href="/docs">{context.words.landing.code.reference}</a>
        </li>
      </ul>
    </Layout>
  );
}

function Kind({ context, failure, answer }: { context: PageContext; failure: FailureName; answer: object }) {
  const { problems, landing } = context.words;
  const { page } = problems;
  const { code, reason, status, verdict, fault, retry } = failureKinds[failure];
  const { means, advice } = problems.kinds[failure];
  return (
    <section>
      <h2>{means}</h2>
      <dl class="facts">
        <dt>{code === undefined ? page.reason : page.code}</dt>
        <dd>
          <code>{code === undefined ? `error.reason: ${reason}` : `error.code: ${code}`}</code>
        </dd>
        <dt>{page.status}</dt>
        <dd>{status}</dd>
        <dt>{page.verdict}</dt>
        <dd>
          <StatusIcon tone={verdict === 'not_verified' ? 'bad' : 'unsure'} /> {landing.result[verdict]}
        </dd>
        <dt>{page.fault}</dt>
        <dd>{problems.fault[fault]}</dd>
        <dt>{page.retry}</dt>
        <dd>
          <Marked text={problems.retry[retry]} />
        </dd>
      </dl>
      <h3>{page.advice}</h3>
      <p>
        <Marked text={advice} />
      </p>
      <h3>{page.answer}</h3>
      <Code text={JSON.stringify(answer, null, 2)} labels={landing.code} />
    </section>
  );
}
