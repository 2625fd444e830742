import { describe, expect, it } from 'vitest';
import { readPage } from '../../../src/providers/parsing/html.js';

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

  it('shows no reader what a browser hides: no hidden row is a row, no hidden cell a cell', () => {
    for (const hide of [
      'hidden',
      'hidden=""',
      'hidden="until-found"',
      'style="display:none"',
      "style='color: red; DISPLAY : none !important'",
      'style="visibility: hidden"',
      'style="visibility:collapse;"',
    ]) {
      const page = readPage(
        `<table><tr ${hide}><td>Amount</td><td>9</td></tr>` +
          `<tr><td>Amount</td><td ${hide}>9</td><td>7<b ${hide}>9<i>9</i></b>5</td></tr></table>` +
          `<p ${hide}>not found</p><input ${hide}><p>seen</p><img ${hide}><div ${hide}><div>x</div>y</div>`,
      );
      expect(page, hide).toMatchObject({
        rows: [['Amount', '75']],
        paragraphs: ['seen'],
        lines: ['Amount', '75', 'seen'],
      });
    }
  });

  it('shows what only looks hidden', () => {
    const page = readPage(
      '<p style="content: \'display:none\'">a</p><p style="display:block" id="hidden">b</p>',
    );
    expect(page?.lines).toEqual(['a', 'b']);
  });

  it('reads no comment', () => {
    const page = readPage('<body><!-- <p>Not found</p> --><p>a<!-- b -->c</p>');
    expect(page).toMatchObject({ lines: ['ac'], paragraphs: ['ac'] });
  });

  it('is whole with its last tag alone, and cut without it', () => {
    const page = '<!doctype html><html><body><table><tr><td>a</td></tr></table></body></html>';
    const state = (html: string) => {
      const { whole, cut } = readPage(html) ?? {};
      return { whole, cut };
    };
    expect(state(page)).toEqual({ whole: true, cut: false });
    expect(state(`${page}\n<!-- served in 3 ms -->`)).toEqual({ whole: true, cut: false });
    for (let length = '<!doctype html>'.length; length < page.length; length += 1) {
      const part = page.slice(0, length);
      expect(state(part), part).toEqual({ whole: false, cut: true });
    }
    for (const inside of ['<!-- </html> -->', '<script>"</html>"</script>', '<a title="</html>">']) {
      expect(state(`<html>${inside}`), inside).toEqual({ whole: false, cut: true });
    }
  });

  it('may be words alone, or a piece of a page, and is not cut then', () => {
    for (const words of ['Receipt not found', '<h1>Receipt not found</h1>']) {
      expect(readPage(words)).toMatchObject({ whole: false, cut: false, lines: ['Receipt not found'] });
    }
  });

  it('has headings, of which its title is one, and links', () => {
    const page = readPage(
      '<title>Receipt</title><h2>Paid <b>by</b></h2><div class="a heading">Receiver</div>' +
        '<p class="headings">x</p><h3 hidden>Reversed</h3><a href=" https://b.test/1 ">y</a><a hidden href="/2">z</a>',
    );
    expect(page).toMatchObject({ headings: ['Receipt', 'Paid by', 'Receiver'], links: ['https://b.test/1'] });
  });
});
