// Security headers of every answer: one fixed list, made at start. (@fastify/helmet makes its list anew for
// every request, which took half the time of a short answer and 100 MiB under load.)

import { trustedTypesPolicy } from '@brama/contract/pages/trusted-types';
import type { FastifyInstance } from 'fastify';

/** CSP source expressions of our own inline scripts and style sheets. */
export type InlineHashes = { scriptHashes: readonly string[]; styleHashes: readonly string[] };

type Options = InlineHashes & { secure: boolean };

function contentSecurityPolicy({ scriptHashes, styleHashes, secure }: Options): string {
  const directives = [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes].join(' ')}`,
    `style-src ${["'self'", ...styleHashes].join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // no text becomes a script or an element by itself, but by the one policy of ours
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypesPolicy}`,
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ];
  return directives.join(';');
}

/** Of the browser: whatever script got into a page of ours could not use them. */
const unusedFeatures = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];

export function securityHeaders(options: Options): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(options),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': unusedFeatures.map((name) => `${name}=()`).join(', '),
    // our own forms need their Origin header, which `no-referrer` would turn into `null`
    'referrer-policy': 'same-origin',
    ...(options.secure && { 'strict-transport-security': 'max-age=31536000' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    // for browsers that do not know frame-ancestors
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // the filter of old browsers opened holes of its own
    'x-xss-protection': '0',
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers are data for programs, never shown as a page: what only concerns pages stays away. */
    isDataOnly?: boolean;
  }
}

/** Of all headers those that mean something for data. */
function dataHeaders(all: Record<string, string>): Record<string, string> {
  const names = ['strict-transport-security', 'x-content-type-options'];
  const kept = Object.entries(all).filter(([name]) => names.includes(name));
  const nothing = "default-src 'none';frame-ancestors 'none'";
  return { 'content-security-policy': nothing, ...Object.fromEntries(kept) };
}

export function registerHeaders(server: FastifyInstance, fixed: Record<string, string>) {
  const forPrograms = dataHeaders(fixed);
  server.addHook('onRequest', async (request, reply) => {
    const { isDataOnly } = request.routeOptions.config;
    reply.headers(isDataOnly ? forPrograms : fixed).header('x-request-id', request.id);
  });
}
