// Entry of the component page: everything in ui/ in every state, for whoever works on it. Stands under
// /components of the development server; no build knows it. Its captions are English; the words of the
// components are those of ?lang.
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
