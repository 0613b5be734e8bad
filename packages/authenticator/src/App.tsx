import { useState } from 'react'
import { AccountCard } from './pages/AccountCard.tsx'
import { AddPage } from './pages/AddPage.tsx'
import { LockCard, LockedPage } from './pages/LockPages.tsx'
import { NoticesCard } from './pages/NoticesCard.tsx'
import { type Outcome, RequestPage } from './pages/RequestPage.tsx'
import { type Asked, keyOf, useAccounts } from './pages/use-accounts.ts'
import { useLock } from './pages/use-lock.ts'
import type { Account } from './store/accounts.ts'
import { useSay } from './texts/language.tsx'

interface AppProps {
  /** The activation link that the app was opened with; null for none. */
  readonly link: string | null
}

interface AccountsProps extends AppProps {
  readonly state: ReturnType<typeof useLock>
}

const Empty = ({ accounts }: { readonly accounts: readonly Account[] | null }) => {
  const say = useSay()
  return accounts?.length === 0 ? <p>{say('authenticator.empty')}</p> : null
}

interface CardsProps {
  readonly accounts: readonly Account[]
  readonly isSilent: (account: Account) => boolean
  readonly onChange: () => void
}

const Cards = ({ accounts, isSilent, onChange }: CardsProps) => (
  <ul>
    {accounts.map((account) => (
      <AccountCard
        key={account.id}
        account={account}
        isSilent={isSilent(account)}
        onChange={onChange}
      />
    ))}
  </ul>
)

interface RequestsProps {
  readonly asked: readonly Asked[]
  readonly onDone: (each: Asked, result: Outcome) => void
}

const Requests = ({ asked, onDone }: RequestsProps) =>
  asked.map((each) => (
    <RequestPage key={keyOf(each)} {...each} onDone={(result) => onDone(each, result)} />
  ))

/** What is asked comes first, of all services beside each other; then the codes. */
const Accounts = ({ link, state }: AccountsProps) => {
  const say = useSay()
  const { accounts, asked, isOffline, isSilent, settle, look } = useAccounts()
  const [isAdding, setAdding] = useState(link !== null && location.hash !== '')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const leaveAdding = (): void => {
    history.replaceState(null, '', location.pathname)
    setAdding(false)
    void look()
  }
  const done = (each: Asked, result: Outcome): void => {
    // One that could not be sent can be sent again.
    if (result !== 'failed') settle(each)
    setOutcome(result)
    void look()
  }
  return (
    <>
      {isOffline ? <p role="status">{say('authenticator.offline')}</p> : null}
      {outcome === null ? null : <p role="status">{say(`authenticator.${outcome}`)}</p>}
      <Requests asked={asked} onDone={done} />
      <NoticesCard accounts={accounts ?? []} />
      {isAdding ? <AddPage first={link} onDone={leaveAdding} /> : null}
      {isAdding ? null : <Empty accounts={accounts} />}
      <Cards
        accounts={accounts ?? []}
        isSilent={(account) => isSilent(account) && !isOffline}
        onChange={() => void look()}
      />
      {isAdding ? null : (
        <button type="button" onClick={() => setAdding(true)}>
          {say('authenticator.add')}
        </button>
      )}
      <LockCard accounts={accounts ?? []} state={state} onChange={() => void look()} />
    </>
  )
}

/** The accounts, once whoever holds the device has been recognised where it is locked. */
export const App = ({ link }: AppProps) => {
  const state = useLock()
  return (
    <main>
      <h1>Signet Authenticator</h1>
      {state.isOpen ? <Accounts link={link} state={state} /> : null}
      {state.isOpen || !state.lock ? null : <LockedPage lock={state.lock} onOpen={state.open} />}
    </main>
  )
}
