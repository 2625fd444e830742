/** The chosen receipt: its request, its answer, its picture, and the message of the bot. */
import type { ComponentChildren } from 'preact';
import type { SandboxExample } from '../../../http/pages.js';
import { Code } from '../../components/code.js';
import { Scroll } from '../../components/scroll.js';
import { State, StatusIcon, type Tone } from '../../components/status-icon.js';
import { Tabs } from '../../components/tabs.js';
import type { PageLanguage } from '../../i18n/index.js';
import { type ExampleProps, recordedVerdict, rowName, verdictTone } from './chosen.js';
import { requestPrograms } from './programs.js';
import { type ChatMessage, type Recorded, recordedName } from './recorded.js';

/** The base URL in recorded answers. */
const recordedAt = 'https://deresegn.example';

export function ExampleParts(props: ExampleProps) {
  const { context, row, ending, recorded, bankName } = props;
  const { sandbox, landing } = context.words;
  const outcomes: Readonly<Record<string, string>> = sandbox.outcomes;
  const example = row.examples.get(ending);
  const answer = recorded[recordedName(row.key, ending)];
  const verdict = recordedVerdict(answer);
  const outcome = outcomes[ending] ?? ending;
  if (example === undefined) return null;
  return (
    <section id="one" class="one" aria-labelledby="chosen">
      <h2 id="chosen">
        {rowName(row, context.words, bankName)}: {outcome}
      </h2>
      {verdict && (
        <p>
          <State tone={verdictTone(verdict)}>{landing.result[verdict]}</State>
        </p>
      )}
      <div class="parts">
        <Request {...props} example={example} />
        <Answer {...props} answer={answer} />
        <Picture {...props} example={example} outcome={outcome} />
        {answer && <Chat {...props} answer={answer} />}
      </div>
    </section>
  );
}

function Part({ name, title, children }: { name: string; title: string; children: ComponentChildren }) {
  return (
    <section class={`card ${name}`} aria-labelledby={`the-${name}`}>
      <h3 id={`the-${name}`}>{title}</h3>
      {children}
    </section>
  );
}

function Request({ context, baseUrl, isSimulated, example }: ExampleProps & { example: SandboxExample }) {
  const { sandbox, guide } = context.words;
  const programs = requestPrograms({ baseUrl, body: example.request, demo: isSimulated });
  return (
    <Part name="request" title={sandbox.request}>
      <Tabs
        name="language"
        label={guide.language}
        tabs={programs.map(({ language, text }) => ({
          title: language,
          content: <Code text={text} words={context.words} />,
        }))}
      />
      <p class="quiet small">
        {isSimulated ? sandbox.keyOrDemo : sandbox.key} <a href="/docs/guide">{sandbox.getKey}</a>
      </p>
    </Part>
  );
}

function Answer({ context, baseUrl, answer }: ExampleProps & { answer: Recorded | undefined }) {
  const { sandbox, landing } = context.words;
  if (answer === undefined) {
    return (
      <Part name="answer" title={sandbox.answer}>
        <p>{sandbox.unrecorded}</p>
      </Part>
    );
  }
  const { error } = answer.body as { error: { code?: string; reason?: string } | null };
  const name = error?.reason ?? error?.code;
  const text = JSON.stringify(answer.body, null, 2).replaceAll(recordedAt, baseUrl);
  return (
    <Part name="answer" title={sandbox.answer}>
      <p>
        <code>HTTP {answer.status}</code> {name && <a href={`/docs/errors/${name}`}>{sandbox.explain}</a>}
      </p>
      <Scroll label={landing.result.json}>
        <Code text={text} words={context.words} />
      </Scroll>
    </Part>
  );
}

const styles = [
  ['screen', '', 240, 533],
  ['photo', '?style=photo', 240, 320],
  ['sms', '?style=sms', 240, 533],
] as const;

interface PictureProps extends ExampleProps {
  example: SandboxExample;
  outcome: string;
}

/** A small picture for phones; the link leads to the whole one. */
const previewOf = (screenshot: string) => screenshot.replace(/\.png$/, '.webp');

/** Pictures behind a tab are loaded when it is chosen. */
function Picture({ context, row, isSimulated, bankName, example, outcome }: PictureProps) {
  const { sandbox } = context.words;
  const { screenshot } = example;
  if (!isSimulated || screenshot === undefined) {
    return (
      <Part name="picture" title={sandbox.picture}>
        <p>{sandbox.noPicture}</p>
      </Part>
    );
  }
  const described = sandbox.screenshotOf(bankName(row.provider), outcome);
  const tabs = styles.map(([name, query, width, height]) => ({
    title: sandbox[name],
    content: (
      <a href={screenshot + query}>
        <img
          src={previewOf(screenshot) + query}
          alt={`${sandbox[name]}. ${described}`}
          {...{ loading: 'lazy', width, height }}
        />
      </a>
    ),
  }));
  return (
    <Part name="picture" title={sandbox.picture}>
      <Tabs name="style" label={sandbox.pictureKind} tabs={tabs} />
    </Part>
  );
}

const signTones: Readonly<Record<string, Tone>> = {
  '✅': 'good',
  '❌': 'bad',
  '⏳': 'unsure',
  '⚠️': 'unsure',
};

/** The bot's message, with its lines and code. */
function Chat({ context, answer }: ExampleProps & { answer: Recorded }) {
  const { sandbox } = context.words;
  const message = answer.chat[chatLanguage(context.language)];
  const sign = signOf(message.text);
  return (
    <Part name="chat" title={sandbox.chat}>
      <p class="quiet small">{sandbox.chatMeans}</p>
      <div class="bubble">
        <p>
          {sign && (
            <span class={sign.tone}>
              <StatusIcon tone={sign.tone} />
            </span>
          )}
          {piecesOf(message, sign?.length).map(({ text, isCode }, index) =>
            isCode ? <code key={index}>{text}</code> : text,
          )}
        </p>
      </div>
      {message.buttons.map((row) => (
        <p key={row.join()} class="keys">
          {row.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
      ))}
    </Part>
  );
}

function chatLanguage(language: PageLanguage): keyof Recorded['chat'] {
  return language === 'am' ? 'am' : 'en';
}

/** The bot's emoji: not every computer has a font with it, so the page draws an icon instead. */
function signOf(text: string): { tone: Tone; length: number } | null {
  const sign = Object.keys(signTones).find((emoji) => text.startsWith(emoji));
  return sign === undefined ? null : { tone: signTones[sign] ?? 'unknown', length: sign.length };
}

function piecesOf({ text, code }: ChatMessage, from = 0): { text: string; isCode: boolean }[] {
  const pieces: { text: string; isCode: boolean }[] = [];
  let at = from;
  for (const [from, to] of code) {
    pieces.push({ text: text.slice(at, from), isCode: false }, { text: text.slice(from, to), isCode: true });
    at = to;
  }
  return [...pieces, { text: text.slice(at), isCode: false }];
}
