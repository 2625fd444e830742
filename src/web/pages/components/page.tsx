/** Each component once per theme and language, with texts of real pages. */
import { Code } from '../../components/code.js';
import { DataTable } from '../../components/data-table.js';
import { EmptyState } from '../../components/empty-state.js';
import { Icon, iconNames } from '../../components/icon.js';
import { Layout } from '../../components/layout.js';
import { LinkButtons } from '../../components/link-buttons.js';
import { State, StatusIcon, type Tone } from '../../components/status-icon.js';
import { Tabs } from '../../components/tabs.js';
import { TextField } from '../../components/text-field.js';
import { moneyText } from '../../components/time.js';
import { languageNames, type PageLanguage, pageLanguages, type Words, wordsOf } from '../../i18n/index.js';
import type { Visitor } from '../../types.js';

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

interface PanelProps {
  language: PageLanguage;
  theme: Theme;
}

export function ComponentsPage({ context }: { context: Visitor }) {
  const { components } = context.words.sandbox;
  return (
    <Layout context={context} title={components.title}>
      <h1>{components.title}</h1>
      <p class="lead">{components.lead}</p>
      {pageLanguages.map((language) => (
        <section key={language} aria-labelledby={`in-${language}`}>
          <h2 id={`in-${language}`} lang={language}>
            {languageNames[language]}
          </h2>
          <div class="columns">
            {themes.map((theme) => (
              <div key={theme} lang={language} class={`panel theme-${theme}`}>
                <Panel language={language} theme={theme} />
              </div>
            ))}
          </div>
        </section>
      ))}
      <section aria-labelledby="icons">
        <h2 id="icons">{components.icons}</h2>
        <ul class="icons">
          {iconNames.map((name) => (
            <li key={name}>
              <Icon name={name} size={24} /> <code>{name}</code>
            </li>
          ))}
        </ul>
      </section>
    </Layout>
  );
}

function Panel({ language, theme }: PanelProps) {
  const words = wordsOf(language);
  const id = (name: string) => `${name}-${language}-${theme}`;
  return (
    <>
      <p class="amount">{moneyText('1600.00')}</p>
      <p class="lead">{words.common.footer}</p>
      <p class="quiet small">
        {words.common.footer} <a href="/docs">{words.common.reference}</a>
      </p>
      <Badges words={words} />
      <Buttons words={words} />
      <Fields words={words} id={id} />
      <Verdicts words={words} />
      <Folds words={words} name={id('tabs')} />
      <Waiting words={words} />
    </>
  );
}

interface PartProps {
  words: Words;
}

const tones: readonly Tone[] = ['good', 'bad', 'unsure', 'unknown'];

function Badges({ words }: PartProps) {
  const { result } = words.landing;
  const texts = [result.verified, result.not_verified, result.could_not_check, words.common.status];
  return (
    <p class="row">
      {tones.map((tone, index) => (
        <State key={tone} tone={tone}>
          {texts[index] ?? ''}
        </State>
      ))}
    </p>
  );
}

function Buttons({ words: { landing, common } }: PartProps) {
  return (
    <div class="row">
      <button type="button" class="primary">
        {landing.submit} <Icon name="next" />
      </button>
      <button type="button">{common.status}</button>
      <button type="button" class="danger">
        {landing.result.not_verified}
      </button>
      <button type="button" disabled>
        {landing.submit}
      </button>
    </div>
  );
}

function Fields({ words: { landing }, id }: PartProps & { id(name: string): string }) {
  return (
    <div class="card">
      <TextField
        name={id('amount')}
        label={landing.amount}
        hint={landing.amountHint}
        value="1600"
        inputMode="decimal"
      />
      <TextField name={id('account')} label={landing.account} error={landing.failed} value="10000 x" />
      <label for={id('bank')}>{landing.bank}</label>
      <select id={id('bank')}>
        <option>{landing.anyBank}</option>
      </select>
    </div>
  );
}

function Verdicts({ words: { landing } }: PartProps) {
  const { result } = landing;
  return (
    <>
      <div class="notice good">
        <p class="verdict">
          <StatusIcon tone="good" /> {result.verified}
        </p>
        <p>{result.verifiedMeans}</p>
      </div>
      <div class="notice bad">
        <p class="verdict">
          <StatusIcon tone="bad" /> {result.not_verified}
        </p>
        <p>{landing.examples.GONE}</p>
      </div>
      <div class="notice unsure">
        <p class="verdict">
          <StatusIcon tone="unsure" /> {result.could_not_check}
        </p>
        <p>{landing.examples.WALL}</p>
      </div>
    </>
  );
}

function Folds({ words, name }: PartProps & { name: string }) {
  const { landing, common } = words;
  const { result } = landing;
  const rows = [
    { bank: 'telebirr', reference: 'DKK4A1B2C3', amount: '1600.00' },
    { bank: 'Dashen Bank', reference: 'FT26041200W1', amount: '22467.88' },
  ];
  return (
    <>
      <Tabs
        name={name}
        label={common.guide}
        tabs={[
          { title: 'curl', content: <Code text={'curl -sS \u2026/api/verify'} words={words} /> },
          {
            title: 'TypeScript',
            content: <Code text="await deresegn.verify({ reference })" words={words} />,
          },
        ]}
      />
      <DataTable
        caption={common.status}
        rows={rows}
        keyOf={({ reference }) => reference}
        columns={[
          { title: result.bank, cell: ({ bank }) => bank },
          { title: result.reference, cell: ({ reference }) => <code>{reference}</code> },
          { title: landing.amount, number: true, cell: ({ amount }) => moneyText(amount) },
        ]}
      />
      <details>
        <summary>{landing.more}</summary>
        <p>{landing.amountHint}</p>
      </details>
    </>
  );
}

function Waiting({ words: { landing, guide, common } }: PartProps) {
  return (
    <>
      <EmptyState icon="receipt" title={landing.box} text={landing.boxHint} next={['/', landing.submit]} />
      <LinkButtons links={[['code', '/docs/guide', guide.title]]} />
      <p class="busy">{landing.busy}</p>
      <span class="skeleton wide" />
      <span class="skeleton" />
      <span class="skeleton short" />
      <p class="toast static">{common.copied}</p>
    </>
  );
}
