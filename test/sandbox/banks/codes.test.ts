import { expect, it } from 'vitest';
import { readQr } from '../../../src/providers/qr/index.js';
import { amhara } from '../../../src/sandbox/banks/amhara.js';
import { boaCode } from '../../../src/sandbox/banks/boa-qr.js';
import { telebirrCode } from '../../../src/sandbox/banks/telebirr-qr.js';
import { sample } from '../support.js';

it("telebirr's code is the sample's, byte for byte", () => {
  expect(telebirrCode('DF70AAAA00')).toBe(sample('telebirr/qr_payload.txt').trim());
});

it("Bank of Abyssinia's code is the sample's, byte for byte", () => {
  const fields = [
    '2****0001',
    'ABEBE TEST KEBEDE',
    '1107.59',
    'FT252000AAAA',
    '19/07/2025  17:32:13',
    '1000000000012',
    'SARA TEST TADESSE',
  ];
  expect(boaCode(fields)).toBe(sample('boa/qr_payload_invented.txt').trim());
});

it("Amhara's code has the members of the sample", () => {
  const screen = amhara.screen('FT26250AA1B2', { status: 'settled', complete: true });
  const members = (json: string) => Object.keys(JSON.parse(json) as object);
  expect(members(screen?.code ?? '{}')).toEqual(members(sample('amhara/qr_payload.json')));
  expect(readQr(screen?.code ?? '')?.claims?.receiverAccount).toMatch(/./);
});
