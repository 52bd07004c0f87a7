import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { KpiIdSignin } from './react.tsx';

const appId = '3d1488ae-128e-4655-8ca2-1ef554379335';

describe('rendered on the server', () => {
  test('contains a link that works without a script, and attributes for the script', () => {
    const html = renderToString(
      <KpiIdSignin appId={appId} baseUrl="https://id.example/uk/" color="outline" id="sign-in" />,
    );
    expect(html).toContain(
      `<a href="https://id.example/?appId=${appId}" target="_top">Увійти через Браму</a>`,
    );
    for (const attribute of [
      `data-app-id="${appId}"`,
      'data-color="outline"',
      'data-kpi-id-signin="https://id.example"',
      'id="sign-in"',
    ])
      expect(html).toContain(attribute);
    expect(html).not.toContain('data-dev-mode');
    expect(html).not.toContain('baseUrl');
  });

  test.each([
    ['large', 48],
    ['small', 32],
  ] as const)('%s keeps its reserved size and accepts a custom style', (size, height) => {
    const props = { appId, baseUrl: 'https://id.example', size };
    const html = renderToString(<KpiIdSignin {...props} style={{ margin: 0 }} />);
    expect(html).toContain(`style="min-height:${height}px;margin:0"`);
    expect(renderToString(<KpiIdSignin {...props} style={{ minHeight: 60 }} />)).toContain(
      'style="min-height:60px"',
    );
  });

  test('an English button with a custom target', () => {
    const html = renderToString(
      <KpiIdSignin appId={appId} baseUrl="https://id.example" locale="en" target="_blank" />,
    );
    expect(html).toContain('data-target="_blank"');
    expect(html).toContain(`<a href="https://id.example/en/?appId=${appId}" target="_blank">`);
  });

  test('a caption is escaped', () => {
    const caption = '<script>alert(1)</script> "co" 👩‍🎓';
    const html = renderToString(
      <KpiIdSignin appId={appId} baseUrl="https://id.example" caption={caption} locale="en" />,
    );
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;');
  });
});
