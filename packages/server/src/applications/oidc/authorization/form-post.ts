// Replaces the library's page of OAuth 2.0 Form Post Response Mode by ours.

import { unescapeHtml } from '@brama/contract/escape-html';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Translate } from '../../../pages/translate.ts';
import { formPostHeaders, formPostPage } from '../../hand-over/form-post-page.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import { requestContextOf } from '../request-context.ts';

/** The page of the library: the target and the fields of its form, both escaped. */
const libraryForm = /<form method="post" action="([^"]*)">([\s\S]*?)<noscript>/;
const libraryInput = /<input type="hidden" name="(\w+)" value="([^"]*)"\/>/g;

export function replaceFormPostPage(
  { translate }: { translate: Translate },
  ctx: KoaContextWithOIDC,
): void {
  const { client, params } = ctx.oidc ?? {};
  if (params?.['response_mode'] !== 'form_post' || typeof ctx.body !== 'string') return;
  const [form, action, inputs] = libraryForm.exec(ctx.body) ?? [];
  if (!client || form === undefined || action === undefined || inputs === undefined) return;
  const { language } = requestContextOf(ctx);
  // the library's status would differ for an error, but the page is the same
  ctx.status = 200;
  ctx.set(formPostHeaders);
  ctx.body = formPostPage(translate, language, {
    title: ownMetadataOf(client).title[language],
    action: unescapeHtml(action),
    fields: [...inputs.matchAll(libraryInput)].map(
      ([, name = '', value = '']) => [name, unescapeHtml(value)] as const,
    ),
  });
}
