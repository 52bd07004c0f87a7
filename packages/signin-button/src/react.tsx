// The button for React: a component, and a hook for those who lay out the element themselves. Safe in StrictMode and
// when rendered by a server, where the link inside works before any script has run.

'use client';

import { type ComponentProps, useEffect, useState } from 'react';
import { sizes } from './button/look.ts';
import { loadKpiIdSignin } from './load.ts';
import {
  addressOf,
  attributesOf,
  type ButtonOptions,
  captionOf,
  completed,
  linkTargetOf,
  type OptionName,
  optionNames,
  originOf,
} from './options.ts';

export type { KpiId } from './button/kpi-id.ts';
export type { ButtonOptions } from './options.ts';

/**
 * `ready`: the script has run. `failed`: it is blocked or does not load, or the page has the button of another Brama;
 * the link inside still works.
 */
export type KpiIdStatus = 'loading' | 'ready' | 'failed';

/**
 * Loads the script of `baseUrl` (the address of Brama). `ready` only when it has really run; then
 * `window.KPIID.init()` draws what is in the page.
 */
export function useKpiIdSignin(baseUrl: string): KpiIdStatus {
  const [status, setStatus] = useState<KpiIdStatus>('loading');
  useEffect(() => {
    let isOver = false;
    const say = (now: KpiIdStatus) => {
      if (!isOver) setStatus(now);
    };
    say('loading');
    loadKpiIdSignin(baseUrl).then(
      () => say('ready'),
      () => say('failed'),
    );
    return () => {
      isOver = true;
    };
  }, [baseUrl]);
  return status;
}

/** What is left out, or `undefined`, is as the button usually is. */
type Chosen = { [N in OptionName]?: ButtonOptions[N] | undefined };

export type KpiIdSigninProps = Chosen &
  Pick<ButtonOptions, 'appId'> & {
    /** The address of Brama. */
    baseUrl: string;
  } & Omit<ComponentProps<'div'>, keyof ButtonOptions | 'children'>;

const isOption = (name: string): name is OptionName => optionNames.some((one) => one === name);

function split({ baseUrl, style, ...props }: KpiIdSigninProps) {
  const entries = Object.entries(props);
  const given = Object.fromEntries(entries.filter(([name]) => isOption(name)));
  const rest = Object.fromEntries(entries.filter(([name]) => !isOption(name)));
  const options = completed(given);
  // nothing below moves when the script draws
  const place = { minHeight: sizes[options.size].height, ...style };
  return { baseUrl, options, rest: { ...rest, style: place } };
}

/**
 * The button. Its attributes follow its props; the link inside serves where no script runs, and where the page has the
 * button of another Brama already.
 */
export function KpiIdSignin(props: KpiIdSigninProps) {
  const { baseUrl, options, rest } = split(props);
  const status = useKpiIdSignin(baseUrl);
  const origin = originOf(baseUrl);
  const attributes = Object.fromEntries(attributesOf(options));
  const said = JSON.stringify(attributes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: redrawn whenever its text changes
  useEffect(() => {
    if (status === 'ready') window.KPIID?.init();
  }, [status, said, origin]);
  // what is drawn leads to one Brama for good: for another the element is a new one
  return (
    <div key={origin} {...rest} {...attributes} data-kpi-id-signin={origin}>
      <a href={addressOf(origin, options)} target={linkTargetOf(options)}>
        {captionOf(options)}
      </a>
    </div>
  );
}
