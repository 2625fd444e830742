import { describe, expect, it } from 'vitest';
import { readPage } from '../../../src/providers/readers/html.js';

describe('a page', () => {
  it('keeps its tables apart, each with its name and the line above it', () => {
    const page = readPage(
      '<h2>Receiver</h2><table id="who"><tr><td>Name</td><td>Sara</td></tr></table>' +
        '<div>Sums</div><table><tr><td>Amount</td><td>75</td></tr><tr><td>Fee</td></tr></table>',
    );
    expect(page?.tables).toEqual([
      { id: 'who', above: 'Receiver', rows: [['Name', 'Sara']] },
      { id: null, above: 'Sums', rows: [['Amount', '75'], ['Fee']] },
    ]);
    expect(page?.rows).toEqual([['Name', 'Sara'], ['Amount', '75'], ['Fee']]);
  });

  it('gives a table inside a table its own rows', () => {
    const page = readPage('<table><tr><td>a<table id="in"><tr><td>b</td></tr></table></td></tr></table>');
    expect(page?.tables.map(({ id, rows }) => [id, rows])).toEqual([
      [null, [['a']]],
      ['in', [['b']]],
    ]);
  });

  it('reads a paragraph whole, whatever lines its writer broke it into', () => {
    const page = readPage(
      '<p><strong>Note:</strong> one\nReceiver Name: two<br>three</p><p>Receiver Name: Sara',
    );
    expect(page?.paragraphs).toEqual(['Note: one Receiver Name: two three', 'Receiver Name: Sara']);
  });

  it('keeps what scripts say apart from what is shown', () => {
    const page = readPage('<p>shown</p><script>var url = "a<b>";</script><style>p {}</style>');
    expect(page).toMatchObject({ lines: ['shown'], scripts: ['var url = "a<b>";'] });
  });

  it('reads a page that breaks off as far as it goes', () => {
    expect(readPage('<table><tr><td>Amount</td><td>75')?.rows).toEqual([['Amount', '75']]);
    expect(readPage('<table><tr><td>Amount</td><td class="')?.rows).toEqual([['Amount']]);
    expect(readPage('<table><tr><td id="a">75<b id="c')?.byId).toEqual(new Map([['a', '75']]));
  });

  it('shows nothing of what stands inside a template or a page without scripts', () => {
    const page = readPage(
      '<template><p>a<script>b</script></p></template><noscript><td>c</noscript><p>d</p>',
    );
    expect(page).toMatchObject({ lines: ['d'], paragraphs: ['d'], scripts: [] });
  });
});
