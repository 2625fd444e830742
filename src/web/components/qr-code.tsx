/** A QR code, drawn with attributes alone: the content security policy allows no styles in a page. */
import encodeQr from 'qr';

/** Width of the quiet zone around a code, in modules, as the standard requires. */
const quietModules = 4;

/** @param label what it opens, for screen readers */
export function QrCode({ text, label }: { text: string; label: string }) {
  const modules = encodeQr(text, 'raw', { border: quietModules });
  const path = modules.flatMap((row, down) =>
    runsOf(row).map(([from, length]) => `M${from} ${down}h${length}v1h-${length}z`),
  );
  const side = modules.length;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} width="220" height="220">
      <rect width={side} height={side} fill="#ffffff" />
      <path d={path.join('')} fill="#000000" shape-rendering="crispEdges" />
    </svg>
  );
}

/** The dark modules of a row, neighbours together. */
function runsOf(row: readonly boolean[]): [from: number, length: number][] {
  const text = row.map((isDark) => (isDark ? '1' : '0')).join('');
  return [...text.matchAll(/1+/g)].map(({ 0: run, index }) => [index, run.length]);
}
