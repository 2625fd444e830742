/** curl commands for a POSIX shell. */

/** Quotes a text for the shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A command that sends JSON with the key from the environment. */
export function curlJson(baseUrl: string, path: string, body: object): string {
  return `curl -sS ${baseUrl}${path} \\
  -H 'content-type: application/json' -H "x-api-key: $DERESEGN_KEY" \\
  -d ${shellQuoted(JSON.stringify(body))}`;
}
