/** A table that becomes a list of blocks on a phone, where each cell names its column. */
import type { ComponentChildren } from 'preact';

interface Column<Row> {
  title: string;
  /** True for figures, which are aligned at the end of the line. */
  number?: boolean;
  cell(row: Row): ComponentChildren;
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string;
  /** The first names its row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}

export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <table class="stack">
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, number }) => (
            <th key={title} scope="col" class={number ? 'number' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, index) => (
              <Cell key={column.title} column={column} row={row} heads={index === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row, heads }: { column: Column<Row>; row: Row; heads: boolean }) {
  const { title, number, cell } = column;
  const className = number ? 'number' : undefined;
  const content = <span>{cell(row)}</span>;
  return heads ? (
    <th scope="row" class={className} data-label={title}>
      {content}
    </th>
  ) : (
    <td class={className} data-label={title}>
      {content}
    </td>
  );
}
