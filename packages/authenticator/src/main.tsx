import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { browserLocale, LanguageContext, loadLanguage } from './texts/language.tsx'
import './app.css'

const element = document.querySelector('#root')
if (element === null) throw new Error('the page has no place for the app')

const language = await loadLanguage(browserLocale())
createRoot(element).render(
  <LanguageContext value={language}>
    <App link={location.hash.startsWith('#/add?') ? location.href : null} />
  </LanguageContext>,
)

// The app runs without a network from then on; where a browser has no workers it needs one.
if ('serviceWorker' in navigator) {
  void navigator.serviceWorker.register('/authenticator/service-worker.js').catch(() => {})
}
