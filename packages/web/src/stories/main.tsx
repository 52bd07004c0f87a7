// Entry of the story page: every component of ui/ in every state, under /components of the development server. No
// build contains it. Captions are English; component texts follow ?lang.
import './stories.css';
import { Texts } from '@brama/contract/pages/words';
import { isLanguage } from '@brama/contract/paths';
import { createRoot } from 'react-dom/client';
import { CurrentTexts, providePageTexts } from '../i18n/use-translation.ts';
import { StoryPage } from './story-page.tsx';
import { wordsOf } from './words.ts';

const query = new URLSearchParams(location.search);
const asked = query.get('lang');
const language = isLanguage(asked) ? asked : 'uk';
document.documentElement.lang = language;
const theme = query.get('theme');
if (theme) document.documentElement.dataset['theme'] = theme;

const texts = new Texts(language, wordsOf(language));
providePageTexts(texts);
const element = document.getElementById('root');
if (element)
  createRoot(element).render(
    <CurrentTexts value={texts}>
      <StoryPage />
    </CurrentTexts>,
  );
