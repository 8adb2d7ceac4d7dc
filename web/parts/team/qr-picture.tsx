import { qrCode } from './qr.ts';

/** The light frame that readers need (modules). */
const frame = 4;

/** A text as a QR code; nothing where it is too long. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const code = qrCode(text);
  if (!code) return null;
  const side = code.length + 2 * frame;
  const path = code.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x + frame} ${y + frame}h1v1h-1z` : [])),
  );
  return (
    <svg class="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={side} height={side} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  );
}
