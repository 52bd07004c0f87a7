// The button for React: a component, and a hook for applications that lay out the element themselves. Both are safe in
// StrictMode and in server rendering. The rendered link works before any script has run.

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
 * `ready`: the script has run. `failed`: the script is blocked or does not load, or the page has the button of another
 * Brama. In both cases the link inside works.
 */
export type KpiIdStatus = 'loading' | 'ready' | 'failed';

/**
 * Loads the script of `baseUrl` (the address of Brama). Returns `ready` after the script has run; then
 * `window.KPIID.init()` draws the buttons of the page.
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

/** Options that are missing or `undefined` have their default. */
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
  // reserves the height, so that nothing below moves when the script draws the button
  const place = { minHeight: sizes[options.size].height, ...style };
  return { baseUrl, options, rest: { ...rest, style: place } };
}

/**
 * Renders the button. Its data attributes follow the props. The link inside works without scripts, and if the page
 * already has the button of another Brama.
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
  // a drawn element keeps its Brama, so another origin needs a new element
  return (
    <div key={origin} {...rest} {...attributes} data-kpi-id-signin={origin}>
      <a href={addressOf(origin, options)} target={linkTargetOf(options)}>
        {captionOf(options)}
      </a>
    </div>
  );
}
