import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { App, Frame } from './app.tsx'
import { changeLocale } from './lib/i18n.ts'
import { settleLocale } from './lib/settle-locale.ts'
import { sessionOf } from './session/facts.ts'
import { loadPieces } from './session/load.ts'
import { sessionLife } from './session/token.ts'
import { createOpenRouter } from './shell/router.tsx'
import { StartFailure } from './shell/StartFailure.tsx'
import {
  connect,
  firstLocale,
  followFailures,
  keepOffline,
  startSessionCounter,
  warnOldBrowser,
} from './start.ts'
import { createStyles } from './ui/theme/AppTheme.tsx'
import { pageNonce } from './ui/theme/page-nonce.ts'

const styles = createStyles(pageNonce())

const show = (content: ReactNode): void => {
  const root = document.querySelector('#root')
  if (root !== null) createRoot(root).render(<StrictMode>{content}</StrictMode>)
}

const inFrame = (content: ReactNode): ReactNode => <Frame styles={styles}>{content}</Frame>

const openConsole = async (): Promise<ReactNode> => {
  const [pieces] = await Promise.all([loadPieces(), changeLocale(firstLocale())])
  const session = sessionOf(pieces)
  await settleLocale(session.user.locale, session.theme.defaultLocale)
  warnOldBrowser()
  keepOffline()
  followFailures()
  return <App styles={styles} session={session} counter={startSessionCounter()} />
}

const start = async (): Promise<void> => {
  connect()
  const hasSession = sessionLife(Date.now()) !== null
  try {
    if (hasSession) return show(await openConsole())
    await changeLocale(firstLocale())
    show(inFrame(<RouterProvider router={createOpenRouter()} />))
  } catch (error) {
    await changeLocale(firstLocale())
    show(inFrame(<StartFailure error={error} />))
  }
}

void start()
