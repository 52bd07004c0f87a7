// A QR code, dark on white in both themes, because cameras need that contrast. The caller provides the quiet zone
// (four modules, ISO/IEC 18004), unless `includeMargin` is set. Heavy: load it lazily.
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react';

const defaults = {
  sizePx: 128,
  /** The minimum error correction. A higher level is used if it needs no more modules. */
  level: 'L',
  minVersion: 1,
  marginModules: 0,
  includedMarginModules: 4,
} as const;

const dark = '#15163a';
const light = '#ffffff';

type QrProps = {
  value: string;
  /** Where the code leads, for users who cannot see it. */
  label: string;
  rendering?: 'svg' | 'canvas';
  sizePx?: number;
  level?: 'L' | 'M' | 'Q' | 'H';
  minVersion?: number;
  includeMargin?: boolean;
  className?: string;
};

export function Qr(props: QrProps) {
  const { value, label, rendering = 'svg', includeMargin = false, className = '' } = props;
  const { sizePx = defaults.sizePx, level = defaults.level } = props;
  const isSvg = rendering === 'svg';
  const Code = isSvg ? QRCodeSVG : QRCodeCanvas;
  return (
    <Code
      aria-label={label}
      bgColor={light}
      // shrinks with its column and stays square
      className={`aspect-square h-auto max-w-full forced-color-adjust-none print:hidden ${className}`}
      fgColor={dark}
      level={level}
      marginSize={includeMargin ? defaults.includedMarginModules : defaults.marginModules}
      minVersion={props.minVersion ?? defaults.minVersion}
      role="img"
      size={sizePx}
      // the library gives a canvas a style; the policy of a page allows none in its HTML
      {...(!isSvg && { style: { height: 'auto', aspectRatio: '1' } })}
      value={value}
    />
  );
}
