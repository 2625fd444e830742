import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { Failure } from '../../engine/api/errors.js';
import { type Detection, OperatorError } from '../../engine/api/index.js';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { failureLine, failureValue } from '../failure.js';
import { formatTable } from '../table.js';

/** `read`: prints the references in a picture; no bank is asked, nothing is counted. */
export function read(cli: Cli): Command {
  return withJson(new Command('read'))
    .description('read a receipt in a picture or PDF; no bank is asked')
    .argument('<file>', 'JPEG, PNG, WebP or PDF')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const picture = await readFile(file).catch((error: NodeJS.ErrnoException) => {
        throw new OperatorError(`The file cannot be read (${error.code}).`, 'unknown');
      });
      try {
        const detections = await cli.withEngine('passing', (engine) => engine.read([picture]));
        cli.print({ json }, { ok: true, detections }, detectionLines(detections));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (json) cli.print({ json }, failureValue(error), []);
        else cli.note(failureLine(error));
        cli.exitWith(1);
      }
    });
}

function detectionLines(detections: readonly Detection[]): string[] {
  const rows = detections.map(({ provider, reference, url, confidence, by }) => [
    provider ?? '?',
    reference ?? '-',
    url ?? '-',
    confidence.toFixed(2),
    by,
  ]);
  return formatTable(['bank', 'reference', 'link', 'confidence', 'by'], rows);
}
