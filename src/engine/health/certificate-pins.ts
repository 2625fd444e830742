/** Certificates of bank hosts, for operators: inspect, pin, list, unpin. */
import { type CertificateReport, EgressError, type Inspector } from '../../egress/types.js';
import type { Provider } from '../../providers/types.js';
import { type CertificatePins, type CertificateView, OperatorError, type PinInfo } from '../api/index.js';
import type { PinStore } from '../store/pin-store.js';

interface CertificatePinsDeps {
  pins: PinStore;
  inspector: Inspector;
  providers: readonly Provider[];
  /** Configuration TLS_PINS. */
  configured: Readonly<Record<string, readonly string[]>>;
}

interface HostAndPort {
  host: string;
  port: number;
}

const hostPattern = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::([1-9]\d{0,4}))?$/;

export function createCertificatePins(deps: CertificatePinsDeps): CertificatePins {
  const { pins, inspector } = deps;

  async function inspect({ host, port }: HostAndPort): Promise<CertificateReport> {
    try {
      return await inspector.inspect(host, port);
    } catch (error) {
      if (error instanceof EgressError) throw new OperatorError(`${error.message}.`, 'unknown');
      throw error;
    }
  }

  return {
    async show(text) {
      const target = parseHost(text);
      return viewOf(deps, target, await inspect(target));
    },
    async add(text, expected) {
      const target = parseHost(text);
      const report = await inspect(target);
      if (expected !== undefined && report.pin !== expected) {
        throw new OperatorError(`Not pinned: the host shows ${report.pin}.`, 'unknown');
      }
      await pins.add(report.host, report.pin);
      return viewOf(deps, target, report);
    },
    async list() {
      const stored = (await pins.list()).map((pin) => ({ ...pin, from: 'store' as const }));
      return [...configuredPins(deps.configured), ...stored];
    },
    async remove(text) {
      const { host, port } = parseHost(text);
      return pins.remove(`${host}:${port}`);
    },
  };
}

/** @throws OperatorError unless the text is a host name, with or without a port */
function parseHost(text: string): HostAndPort {
  const [, host, port] = hostPattern.exec(text.toLowerCase()) ?? [];
  if (host === undefined) throw new OperatorError('A host is named like apps.cbe.com.et:100.', 'usage');
  return { host, port: Number(port ?? 443) };
}

function viewOf(
  { pins, providers }: CertificatePinsDeps,
  { host, port }: HostAndPort,
  report: CertificateReport,
): CertificateView {
  const current = pins.current()[`${host}:${port}`] ?? pins.current()[host] ?? [];
  const origin = new URL(`https://${host}:${port}`).origin;
  return {
    ...report,
    pins: current,
    accepted: current.length > 0 ? current.includes(report.pin) : report.problem === null,
    providers: providers.filter(({ origins }) => origins.includes(origin)).map(({ key }) => key),
  };
}

function configuredPins(configured: CertificatePinsDeps['configured']): PinInfo[] {
  return Object.entries(configured).flatMap(([host, pins]) =>
    pins.map((pin) => ({ host, pin, from: 'configuration' as const, addedAt: null })),
  );
}
