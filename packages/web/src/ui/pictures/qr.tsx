// A QR code: dark on white in both themes, or no camera reads it. White room around it (four modules, as
// ISO/IEC 18004 asks) is the affair of whoever places it, unless `includeMargin`. Heavy: load it lazily.
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react';
import { mergeClasses } from '../merge-classes.ts';

const defaults = {
  sizePx: 128,
  /** The least correction; a higher one is used when it costs no more modules. */
  level: 'L',
  minVersion: 1,
  marginModules: 0,
  includedMarginModules: 4,
} as const;

const dark = '#15163a';
const light = '#ffffff';

type QrProps = {
  value: string;
  /** What scanning leads to, for those who do not see it. */
  label: string;
  rendering?: 'svg' | 'canvas';
  sizePx?: number;
  level?: 'L' | 'M' | 'Q' | 'H';
  minVersion?: number;
  includeMargin?: boolean;
  className?: string;
};

export function Qr(props: QrProps) {
  const { value, label, rendering = 'svg', includeMargin = false, className } = props;
  const { sizePx = defaults.sizePx, level = defaults.level } = props;
  const Code = rendering === 'svg' ? QRCodeSVG : QRCodeCanvas;
  return (
    <Code
      aria-label={label}
      bgColor={light}
      className={mergeClasses('max-w-full forced-color-adjust-none print:hidden', className)}
      fgColor={dark}
      level={level}
      marginSize={includeMargin ? defaults.includedMarginModules : defaults.marginModules}
      minVersion={props.minVersion ?? defaults.minVersion}
      role="img"
      size={sizePx}
      // shrinks with its column and stays square
      style={{ height: 'auto', aspectRatio: '1' }}
      value={value}
    />
  );
}
