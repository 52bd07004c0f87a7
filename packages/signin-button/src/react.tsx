// The button for React: a component, and a hook for those who lay out the element themselves. Safe in StrictMode and
// when rendered by a server, where the link inside works before any script has run.

import { type ComponentProps, useEffect, useState } from 'react';
import {
  addressOf,
  attributesOf,
  type ButtonOptions,
  captionOf,
  completed,
  type OptionName,
  optionNames,
} from './options.ts';

export type { ButtonOptions } from './options.ts';

type Status = 'loading' | 'ready' | 'failed';

/** Scripts by their address: however many buttons there are, each is loaded once. */
const loads = new Map<string, Promise<void>>();

function load(address: string): Promise<void> {
  const known = loads.get(address);
  if (known !== undefined) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      // blocked or offline: the next button tries again
      loads.delete(address);
      script.remove();
      reject(new Error(`cannot load ${address}`));
    });
    document.head.append(script);
  });
  loads.set(address, loading);
  return loading;
}

const originOf = (baseUrl: string) => new URL(baseUrl).origin;

/**
 * Loads the script of `baseUrl` (the address of Brama). `ready` only when it has really run; then
 * `window.KPIID.init()` draws what is in the page.
 */
export function useKpiIdSignin(baseUrl: string): Status {
  const [status, setStatus] = useState<Status>('loading');
  useEffect(() => {
    let isOver = false;
    const say = (now: Status) => {
      if (!isOver) setStatus(now);
    };
    load(`${originOf(baseUrl)}/v1/kpi-id-signin.js`).then(
      () => say('ready'),
      () => say('failed'),
    );
    return () => {
      isOver = true;
    };
  }, [baseUrl]);
  return status;
}

type Props = Partial<ButtonOptions> &
  Pick<ButtonOptions, 'appId'> & {
    /** The address of Brama. */
    baseUrl: string;
  } & Omit<ComponentProps<'div'>, keyof ButtonOptions | 'children'>;

const isOption = (name: string): name is OptionName => optionNames.some((one) => one === name);

function split({ baseUrl, ...props }: Props) {
  const entries = Object.entries(props);
  const given = Object.fromEntries(entries.filter(([name]) => isOption(name)));
  const rest = Object.fromEntries(entries.filter(([name]) => !isOption(name)));
  return { baseUrl, options: completed(given), rest };
}

/** The button. Its attributes follow its props; the link inside serves where no script runs. */
export function KpiIdSignin(props: Props) {
  const { baseUrl, options, rest } = split(props);
  const status = useKpiIdSignin(baseUrl);
  const attributes = Object.fromEntries(attributesOf(options));
  const said = JSON.stringify(attributes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew whenever what it says has changed
  useEffect(() => {
    if (status === 'ready') window.KPIID?.init();
  }, [status, said]);
  return (
    <div {...rest} {...attributes} data-kpi-id-signin="">
      <a href={addressOf(originOf(baseUrl), options)}>{captionOf(options)}</a>
    </div>
  );
}
