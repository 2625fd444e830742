/**
 * `/docs/errors`: meaning, fault and retry advice of each code and reason. A failed
 * receipt of the dashboard, the shop and the sandbox leads to its error; the list has all of them.
 */
import type { FastifyInstance } from 'fastify';
import { Failure, type FailureName, failureKinds } from '../../../engine/index.js';
import type { PageTools } from '../../../http/pages.js';
import { assets } from '../../assets.js';
import { Code, Marked } from '../../components/code.js';
import { Fact } from '../../components/fact.js';
import { Layout } from '../../components/layout.js';
import { LinkButtons } from '../../components/link-buttons.js';
import { State, StatusIcon, type Tone } from '../../components/status-icon.js';
import { verdictTones } from '../../components/tones.js';
import { pageContext, renderPage } from '../../render.js';
import type { PageContext } from '../../types.js';

const styles = <link rel="stylesheet" href={assets['guide.css']} />;

const failures = Object.keys(failureKinds) as FailureName[];

/** `error.docs` contains the failure's name. A code or reason shared by two failures leads to both. */
const isNamed = (failure: FailureName, name: string) =>
  failure === name || failureKinds[failure].reason === name;

export function errorPages(site: FastifyInstance, tools: PageTools): void {
  const options = { schema: { hide: true } };
  site.get('/docs/errors', options, async (request, reply) =>
    renderPage(reply, <ErrorIndex context={pageContext(request, reply)} />),
  );
  site.get<{ Params: { name: string } }>('/docs/errors/:name', options, async (request, reply) => {
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
  });
}

function ErrorIndex({ context }: { context: PageContext }) {
  const { problems, landing } = context.words;
  return (
    <Layout context={context} title={problems.index.title} page="guide" head={styles}>
      <h1>{problems.index.title}</h1>
      <p class="lead">
        <Marked text={problems.index.lead} />
      </p>
      <p class="row">
        <State tone="bad">{landing.result.not_verified}</State>
        <State tone="unsure">{landing.result.could_not_check}</State>
      </p>
      <dl class="entries">
        {failures.map((failure) => (
          <div key={failure}>
            <dt>
              <span class={toneOfFailure(failure)}>
                <StatusIcon tone={toneOfFailure(failure)} />
              </span>{' '}
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
    <Layout context={context} title={name} page="guide" head={styles}>
      <h1>
        <code>{name}</code>
      </h1>
      {failures.map((failure) => (
        <Kind key={failure} context={context} failure={failure} answer={answerOf(failure)} />
      ))}
      <LinkButtons
        links={[
          ['records', '/docs/errors', context.words.problems.page.all],
          ['code', '/docs', context.words.landing.code.reference],
          ['bank', '/sandbox', context.words.sandbox.title],
        ]}
      />
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
      <p>
        <State tone={toneOfFailure(failure)}>{landing.result[verdict]}</State>
      </p>
      <div class="columns">
        <div>
          <h3>{page.advice}</h3>
          <p>
            <Marked text={advice} />
          </p>
          <dl class="facts">
            <Fact name={code === undefined ? page.reason : page.code}>
              <code>{code === undefined ? `error.reason: ${reason}` : `error.code: ${code}`}</code>
            </Fact>
            <Fact name={page.status}>{status}</Fact>
            <Fact name={page.fault}>{problems.fault[fault]}</Fact>
            <Fact name={page.retry}>
              <Marked text={problems.retry[retry]} />
            </Fact>
          </dl>
        </div>
        <div>
          <h3>{page.answer}</h3>
          <Code text={JSON.stringify(answer, null, 2)} words={context.words} />
        </div>
      </div>
    </section>
  );
}

function toneOfFailure(failure: FailureName): Tone {
  return verdictTones[failureKinds[failure].verdict];
}
