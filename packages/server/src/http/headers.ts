// Security headers of every response, computed once at start, and the CORS headers of public files. @fastify/helmet computes them for
// every request, which took half the time of a short response and 100 MiB under load.

import { trustedTypesPolicy } from '@brama/contract/pages/trusted-types';
import type { FastifyInstance } from 'fastify';

/** CSP source expressions of the inline scripts and style sheets. */
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
    // only the policy of this site may turn text into scripts or elements
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypesPolicy}`,
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ];
  return directives.join(';');
}

/** Browser features that are disabled, so that an injected script cannot use them. */
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
    // forms of this site need their Origin header, which `no-referrer` would set to `null`
    'referrer-policy': 'same-origin',
    ...(options.secure && { 'strict-transport-security': 'max-age=31536000' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    // for browsers without frame-ancestors
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // disables the filter of older browsers, which had vulnerabilities
    'x-xss-protection': '0',
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Responses are data for programs and get no headers that concern pages. */
    isDataOnly?: boolean;
  }
}

/** Returns the headers that concern data. */
function dataHeaders(all: Record<string, string>): Record<string, string> {
  const names = ['strict-transport-security', 'x-content-type-options'];
  const kept = Object.entries(all).filter(([name]) => names.includes(name));
  const noSources = "default-src 'none';frame-ancestors 'none'";
  return { 'content-security-policy': noSources, ...Object.fromEntries(kept) };
}

export function registerHeaders(server: FastifyInstance, fixed: Record<string, string>) {
  const forData = dataHeaders(fixed);
  server.addHook('onRequest', async (request, reply) => {
    const { isDataOnly } = request.routeOptions.config;
    reply.headers(isDataOnly ? forData : fixed).header('x-request-id', request.id);
  });
}

type WithHeaders = { header(name: string, value: string): unknown };

/**
 * Allows pages of all origins to load a file: the script and picture of the button, the manual. Also allows integrity checks, and
 * pages that are isolated with COEP.
 */
export function allowAllOrigins(reply: WithHeaders) {
  reply.header('access-control-allow-origin', '*');
  reply.header('cross-origin-resource-policy', 'cross-origin');
}
