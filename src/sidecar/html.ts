/** Pages without a template engine: text is escaped unless it is itself a page fragment. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = string | number | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A tagged template; every interpolated text is escaped for element content and quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.map((part, index) => part + fragment(values[index] ?? '')).join(''));
}

/** A whole document around its body. */
export function page(title: string, body: Html): string {
  const document = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body>
${body}
</body>
</html>
`;
  return document.text;
}

function fragment(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number') {
    return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? '');
  }
  return value.map(({ text }) => text).join('\n');
}
