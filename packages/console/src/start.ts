import { renewSession } from '@signet/contract/access/authentication'
import { pickLocale } from '@signet/rules/locales'
import { closeBanner, showBanner } from './lib/banners.ts'
import { call } from './lib/call.ts'
import { loadChunk } from './lib/chunk.ts'
import { onFailure } from './lib/failures.ts'
import { textNow } from './lib/i18n.ts'
import { followConnection, onBack } from './lib/lost-connection.ts'
import { preferences } from './lib/preferences.ts'
import { queryClient } from './lib/query-client.ts'
import { renewIfOutdated } from './lib/renewal.ts'
import { connectCalls } from './lib/transport.ts'
import { configureValidation } from './lib/validation-texts.ts'
import { type SessionCounter, startCounter } from './session/counter.ts'
import { endOnFailure, endOnMissingSession, toLogout } from './session/endings.ts'
import { readToken } from './session/token.ts'
import { reportUncaught } from './shell/crash-report.ts'
import { followRejections } from './shell/uncaught.ts'
import { loadMenusBy } from './ui/PopupMenu.tsx'

const provenToken = (): string => {
  try {
    return readToken()
  } catch (error) {
    endOnMissingSession(error)
    throw error
  }
}

/** Puts in place what calls and forms need, before anything is asked. */
export const connect = (): void => {
  configureValidation()
  connectCalls({ readToken })
}

/** The service answers again: what failed meanwhile is asked once more; it may be of another release. */
const resume = async (): Promise<void> => {
  if (await renewIfOutdated()) return
  await queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error',
  })
}

/** From now on the console is there to act on what ends a session, and on what nobody handled. */
export const followFailures = (): void => {
  connectCalls({ readToken: provenToken })
  loadMenusBy(loadChunk)
  onFailure(endOnFailure)
  followRejections()
  followConnection()
  onBack(resume)
}

/** The best guess before the tenant and the person are known. */
export const firstLocale = (): string => {
  const { locale } = preferences.get()
  return pickLocale([...(locale === null ? [] : [locale]), ...navigator.languages], 'en')
}

export const startSessionCounter = (): SessionCounter =>
  startCounter({
    renew: () => call(renewSession),
    leave: toLogout,
    isOnBulkPage: () => /^#\/bulkoperations\/add\b/.test(location.hash),
    reportFailure: reportUncaught,
  })

/** The boot script looks before anything else runs. */
export const warnOldBrowser = (): void => {
  const text = textNow('common:shell.oldBrowser')
  if (document.documentElement.dataset.browser !== 'old') return closeBanner(text)
  showBanner({ text, severity: 'warning', action: null })
}

/** Keeps the console's files for the next visit, and its page for when there is no connection. */
export const keepOffline = (): void => {
  if ('serviceWorker' in navigator) {
    void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  }
}
