/** Writes the types of the clients from openapi.json; `npm run docs` runs it, and test/clients/ fails when they are stale. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import pino from 'pino';
import { buildApplication } from '../src/app.js';
import { loadConfig } from '../src/config/index.js';
import { build } from '../src/sidecar/app.js';
import { clientDocument } from './document.js';
import { pythonTypes } from './python-types.js';

const repository = new URL('../', import.meta.url);

/** The generated files, by their paths from the root of the repository. @param openapi the text of openapi.json */
export async function generatedTypes(openapi: string): Promise<Record<string, string>> {
  const document = clientDocument(openapi);
  const notice = '// Generated from openapi.json by `npm run docs`.\n\n';
  const types = astToString(await openapiTS(JSON.stringify(document)));
  return {
    'clients/typescript/src/schema.ts': notice + types,
    'clients/python/deresegn/_schema.py': pythonTypes(document),
  };
}

/** openapi.json of this version, with simulated banks. */
async function openapiText(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'deresegn-openapi-'));
  const log = pino({ level: 'silent' });
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: directory }, null);
  const application = await buildApplication(config, { log });
  try {
    const app = build({ engine: application.engine, config, log, sandbox: application });
    const { body } = await app.inject('/openapi.json');
    await app.close();
    return body;
  } finally {
    await application.close();
    await rm(directory, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, text] of Object.entries(await generatedTypes(await openapiText()))) {
    await writeFile(new URL(path, repository), text);
  }
}
