/** `node cli.js <link, reference or SMS> <amount> <account> <bank>`: exits with 0 paid, 1 refused, 2 could not check, 3 misused. */
import { parseArgs } from 'node:util';
import { Deresegn, DeresegnError, MisuseError, type ProviderKey } from '@deresegn/client';

const { positionals } = parseArgs({ allowPositionals: true });
const [text = '', amount = '', account = '', bank] = positionals;

try {
  const expect = { amount, account, bank: bank as ProviderKey };
  const result = await new Deresegn().verifyUntilResolved({ text, expect });
  if (result.verdict === 'could_not_check') end(2, result.reason);
  else if (result.verdict === 'not_verified') end(1, result.reason);
  else if (result.accepted)
    end(0, `${result.payment.amount} ${result.payment.currency}, ${result.payment.paidAt}`);
  else end(1, result.problems.join(', '));
} catch (error) {
  if (!(error instanceof DeresegnError)) throw error;
  end(error instanceof MisuseError ? 3 : 2, error.message);
}

function end(code: number, line: string): void {
  console.log(['paid', 'refused', 'could not check', 'misused'][code], line);
  process.exitCode = code;
}
