/** Commands as a POSIX shell takes them. */

/** A text that the shell hands on as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Sends JSON with the key of the environment. */
export function curlJson(baseUrl: string, path: string, body: object): string {
  return `curl -sS ${baseUrl}${path} \\
  -H 'content-type: application/json' -H "x-api-key: $DERESEGN_KEY" \\
  -d ${quoted(JSON.stringify(body))}`;
}
