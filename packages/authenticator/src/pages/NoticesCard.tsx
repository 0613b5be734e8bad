import { useEffect, useState } from 'react'
import { noticesState, subscribeAll } from '../service/notices.ts'
import type { Account } from '../store/accounts.ts'
import { useLanguage, useSay } from '../texts/language.tsx'

/** The services that may ask now; as text, so that it stays the same while nothing changes. */
const activeOf = (accounts: readonly Account[]): string =>
  accounts
    .filter(({ service, state }) => service !== null && state === 'ACTIVE')
    .map(({ id }) => id)
    .join(' ')

/** Offers to be woken for requests; once agreed to, nothing is shown. */
export const NoticesCard = ({ accounts }: { readonly accounts: readonly Account[] }) => {
  const say = useSay()
  const { locale } = useLanguage()
  const [state, setState] = useState(noticesState)
  const active = activeOf(accounts)
  useEffect(() => {
    if (state === 'granted' && active !== '') void subscribeAll(locale)
  }, [active, locale, state])
  if (state !== 'default' || active === '') return null
  const ask = async (): Promise<void> => {
    await Notification.requestPermission()
    setState(noticesState())
  }
  return (
    <section className="card">
      <p>{say('authenticator.noticesText')}</p>
      <button type="button" className="plain" onClick={() => void ask()}>
        {say('authenticator.notices')}
      </button>
    </section>
  )
}
