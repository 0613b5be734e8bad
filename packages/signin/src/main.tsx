import { createRoot } from 'react-dom/client'
import { begin, type Start } from './boot.ts'
import { followConnection } from './calls/lost-connection.ts'
import { placeOf } from './place.ts'
import { Root } from './Root.tsx'
import { StartFailed } from './StartFailed.tsx'
import { LanguageProvider } from './texts/language.tsx'
import { loadTexts } from './texts/load-texts.ts'
import { wishedLocale } from './texts/locale.ts'
import { wearColours } from './theme/tenant-theme.ts'
import './style/tokens.css'
import './style/page.css'
import './style/controls.css'
import './style/steps.css'

const element = document.querySelector('#root')
if (element === null) throw new Error('the page has no place for the sign-in')
const root = createRoot(element)

const show = (start: Start): void => {
  wearColours(start.theme)
  root.render(<Root {...start} />)
}

/** The tenant's looks did not come: without them there is nothing to trust. */
const showFailure = async (error: unknown): Promise<void> => {
  const texts = await loadTexts(wishedLocale() ?? 'en')
  root.render(
    <LanguageProvider first={texts}>
      <StartFailed error={error} />
    </LanguageProvider>,
  )
}

followConnection()
const place = placeOf(location)
const applicationId = place.page === 'signIn' ? place.origin.applicationId : undefined
// Awaited, so that the boot script hears of it when not even the texts come.
try {
  show(await begin(applicationId))
} catch (error) {
  await showFailure(error)
}
