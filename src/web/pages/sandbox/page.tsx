/** The page: the choices, then the chosen example. */
import { assets } from '../../assets.js';
import { Layout } from '../../components/layout.js';
import { LinkButtons } from '../../components/link-buttons.js';
import { Chooser } from './chooser.js';
import type { ExampleProps } from './chosen.js';
import { ExampleParts } from './example.js';

export function SandboxPage(props: ExampleProps) {
  const { context, row, ending } = props;
  const { sandbox, shop, guide, paymentGuide } = context.words;
  const links = [
    ['code', '/docs/guide', guide.title],
    ['request', '/docs/payment-requests', paymentGuide.title],
    ['shop', '/sandbox/shop', shop.title],
    ['settings', '/sandbox/components', sandbox.components.title],
  ] as const;
  return (
    <Layout
      context={context}
      title={sandbox.title}
      query={{ bank: row.key, ending }}
      head={<link rel="stylesheet" href={assets['sandbox.css']} />}
    >
      <h1>{sandbox.title}</h1>
      <p class="lead">{sandbox.lead}</p>
      <Chooser {...props} />
      <ExampleParts {...props} />
      <LinkButtons links={links} />
    </Layout>
  );
}
