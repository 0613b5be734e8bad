import type { ReactNode } from 'react'
import { connectionLost } from '../calls/lost-connection.ts'
import { waiting } from '../calls/send.ts'
import { useStore } from '../calls/store.ts'
import { useLanguage } from '../texts/language.tsx'
import { messageOfTheDay } from '../theme/tenant-theme.ts'
import { useTheme } from '../theme/theme-context.tsx'
import { Announcer } from './announcer.tsx'
import { LanguagePicker } from './LanguagePicker.tsx'
import { Notice } from './Notice.tsx'
import { useSecondsUntil } from './use-countdown.ts'

/** The boot script looks before anything else runs. */
const isOldBrowser = (): boolean => document.documentElement.dataset.browser === 'old'

/** What concerns every step: an old browser, no connection, a service that asks to wait. */
const Conditions = () => {
  const { say } = useLanguage()
  const isLost = useStore(connectionLost)
  const seconds = useSecondsUntil(useStore(waiting))
  return (
    <div className="conditions">
      {isOldBrowser() ? <Notice kind="warning">{say('page.oldBrowser')}</Notice> : null}
      {isLost ? <Notice kind="offline">{say('page.offline.banner')}</Notice> : null}
      {!isLost && seconds > 0 ? (
        <Notice kind="warning">{say('page.busy', { seconds })}</Notice>
      ) : null}
    </div>
  )
}

/** The first letter as readers take it: whole, with its marks. */
const initialOf = (name: string): string =>
  [...new Intl.Segmenter().segment(name.trim())][0]?.segment.toUpperCase() ?? ''

const Brand = () => {
  const { logo, companyName } = useTheme()
  return (
    <header className="brand">
      {logo === null ? (
        <>
          <span className="monogram" aria-hidden="true">
            {initialOf(companyName)}
          </span>
          <span className="brand-name">{companyName}</span>
        </>
      ) : (
        <span className="brand-plate">
          <img src={logo} alt={companyName} />
        </span>
      )}
    </header>
  )
}

const MessageOfTheDay = () => {
  const theme = useTheme()
  const { say, locale } = useLanguage()
  const message = messageOfTheDay(theme, locale)
  return message === null ? null : (
    <aside className="motd" aria-label={say('page.message', { company: theme.companyName })}>
      {message}
    </aside>
  )
}

/** The card that every step stands in, with the tenant's looks around it. */
export const Frame = ({ children }: { readonly children: ReactNode }) => (
  <div className="page">
    <Conditions />
    <main className="card">
      <Brand />
      {children}
    </main>
    <MessageOfTheDay />
    <footer className="foot">
      <LanguagePicker />
    </footer>
    <Announcer />
  </div>
)
