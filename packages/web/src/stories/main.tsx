// Entry of the story page: every component of ui/ in every state, under /components of the development server. No
// build contains it. Captions are English; component texts follow ?lang.
import './stories.css';
import { isLanguage } from '@brama/contract/paths';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { inlinedI18n } from '../i18n/inlined-i18n.ts';
import { StoryPage } from './story-page.tsx';
import { wordsOf } from './words.ts';

const query = new URLSearchParams(location.search);
const asked = query.get('lang');
const language = isLanguage(asked) ? asked : 'uk';
document.documentElement.lang = language;
const theme = query.get('theme');
if (theme) document.documentElement.dataset['theme'] = theme;

const element = document.getElementById('root');
if (element)
  createRoot(element).render(
    <I18nextProvider i18n={inlinedI18n(language, { [language]: wordsOf(language) })}>
      <StoryPage />
    </I18nextProvider>,
  );
