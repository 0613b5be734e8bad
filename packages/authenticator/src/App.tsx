import { useState } from 'react'
import { AccountCard } from './pages/AccountCard.tsx'
import { AddPage } from './pages/AddPage.tsx'
import { NoticesCard } from './pages/NoticesCard.tsx'
import { type Outcome, RequestPage } from './pages/RequestPage.tsx'
import { useAccounts } from './pages/use-accounts.ts'
import { useSay } from './texts/language.tsx'

interface AppProps {
  /** The activation link that the app was opened with; null for none. */
  readonly link: string | null
}

/** What is asked comes first; else the codes. */
export const App = ({ link }: AppProps) => {
  const say = useSay()
  const { accounts, asked, isOffline, look } = useAccounts()
  const [isAdding, setAdding] = useState(link !== null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [request] = asked
  const leaveAdding = (): void => {
    history.replaceState(null, '', location.pathname)
    setAdding(false)
    void look()
  }
  const done = (result: Outcome): void => {
    setOutcome(result)
    void look()
  }
  return (
    <main>
      <h1>Signet Authenticator</h1>
      {isOffline ? <p role="status">{say('authenticator.offline')}</p> : null}
      {outcome === null ? null : <p role="status">{say(`authenticator.${outcome}`)}</p>}
      {request === undefined ? null : (
        <RequestPage key={request.push.id} {...request} onDone={done} />
      )}
      <NoticesCard accounts={accounts ?? []} />
      {isAdding ? <AddPage first={link} onDone={leaveAdding} /> : null}
      {accounts?.length === 0 && !isAdding ? <p>{say('authenticator.empty')}</p> : null}
      <ul>
        {(accounts ?? []).map((account) => (
          <AccountCard key={account.id} account={account} onChange={() => void look()} />
        ))}
      </ul>
      {isAdding ? null : (
        <button type="button" onClick={() => setAdding(true)}>
          {say('authenticator.add')}
        </button>
      )}
    </main>
  )
}
