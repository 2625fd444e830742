/** What comes below the demo for shops and developers: the bot, the programs, plans and questions. */
import { planNames, plans } from '../../../engine/index.js';
import { BotButton, botLink } from '../../components/bot-button.js';
import { Code, Marked } from '../../components/code.js';
import { DataTable } from '../../components/data-table.js';
import { QrCode } from '../../components/qr-code.js';
import { Tabs } from '../../components/tabs.js';
import { figure } from '../../components/time.js';
import type { Visitor } from '../../types.js';
import { snippets } from './snippets.js';

interface SectionProps {
  context: Visitor;
}

/** @param bot its name at Telegram */
export function BotInvitation({ context, bot }: SectionProps & { bot: string }) {
  const text = context.words.landing.bot;
  return (
    <section class="card bot" aria-labelledby="bot">
      <div>
        <h2 id="bot">{text.title}</h2>
        <p>{text.lead}</p>
        <ol>
          {text.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <BotButton context={context} bot={bot} />
        <p class="quiet">@{bot}</p>
      </div>
      <QrCode text={botLink(bot)} label={text.code} />
    </section>
  );
}

interface InCodeProps extends SectionProps {
  baseUrl: string;
  hasSandbox: boolean;
}

/** @param hasSandbox true where the examples of the sandbox can be tried */
export function InCode({ context, baseUrl, hasSandbox }: InCodeProps) {
  const { code } = context.words.landing;
  const links: [href: string, text: string][] = [
    ['/docs/guide', context.words.guide.title],
    ['/docs', code.reference],
  ];
  if (hasSandbox) links.push(['/sandbox', code.sandbox]);
  return (
    <section aria-labelledby="code">
      <h2 id="code">{code.title}</h2>
      <p>
        <Marked text={code.lead} />
      </p>
      <Tabs
        name="program"
        label={code.languages}
        tabs={snippets(baseUrl).map(({ language, text }) => ({
          title: language,
          content: <Code text={text} words={context.words} />,
        }))}
      />
      <p class="row">
        {links.map(([href, text]) => (
          <a key={href} class="button" href={href}>
            {text}
          </a>
        ))}
      </p>
    </section>
  );
}

export function Plans({ context }: SectionProps) {
  const text = context.words.landing.plans;
  const counted = (value: number | null) => (value === null ? text.contract : figure(value));
  return (
    <section aria-labelledby="plans">
      <h2 id="plans">{text.title}</h2>
      <DataTable
        caption={text.title}
        rows={planNames.map((key) => plans[key])}
        keyOf={({ name }) => name}
        columns={[
          { title: text.plan, cell: ({ name }) => name },
          {
            title: text.verifications,
            cell: ({ cap, window }) =>
              cap === null ? text.contract : `${figure(cap)} ${text.window[window]}`,
          },
          {
            title: text.over,
            cell: ({ overageEtb }) => (overageEtb === null ? text.stop : text.price(overageEtb)),
          },
          { title: text.pictures, number: true, cell: ({ reads }) => counted(reads) },
        ]}
      />
      <p class="quiet">{text.note}</p>
    </section>
  );
}

export function CommonQuestions({ context, bot }: SectionProps & { bot: string | undefined }) {
  const { landing, guide } = context.words;
  const { questions } = landing;
  return (
    <section class="questions" aria-labelledby="questions">
      <h2 id="questions">{questions.title}</h2>
      {questions.all(figure(plans.free.cap ?? 0)).map(([question, answer]) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
      <details>
        <summary>{questions.begin}</summary>
        <p>{bot === undefined ? questions.withoutBot : questions.withBot}</p>
        <p>
          {questions.developers} <a href="/docs/guide">{guide.title}</a>
        </p>
      </details>
    </section>
  );
}
