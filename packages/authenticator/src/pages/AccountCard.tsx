import { useEffect, useState } from 'react'
import { codeAt } from '../keys/totp.ts'
import { giveUp } from '../service/calls.ts'
import { forgetNotices } from '../service/notices.ts'
import { type Account, dropAccount, listAccounts } from '../store/accounts.ts'
import { useSay } from '../texts/language.tsx'

/** The code of now, and how much of its time is left (0 to 1). */
const useCode = (account: Account) => {
  const [shown, setShown] = useState({ code: '', left: 1 })
  useEffect(() => {
    const tick = async (): Promise<void> => {
      const now = Date.now() + account.aheadMillis
      const period = account.periodSeconds * 1000
      setShown({ code: await codeAt(account, now), left: 1 - (now % period) / period })
    }
    void tick()
    const timer = setInterval(() => void tick(), 1000)
    return () => clearInterval(timer)
  }, [account])
  return shown
}

const grouped = (code: string): string => code.replace(/^(.{3,4})(.{3,4})$/, '$1 $2')

/** A service without accounts wakes nobody. */
const forgetUnused = async (service: Account['service']): Promise<void> => {
  if (service === null) return
  const left = await listAccounts()
  if (left.every((other) => other.service?.url !== service.url)) await forgetNotices(service)
}

interface RemovalProps {
  readonly account: Account
  readonly onChange: () => void
}

interface AccountCardProps extends RemovalProps {
  /** Its service does not answer, while others do. */
  readonly isSilent: boolean
}

const Removal = ({ account, onChange }: RemovalProps) => {
  const say = useSay()
  const [isAsking, setAsking] = useState(false)
  const remove = async (): Promise<void> => {
    // Without a network the keys still go; the owner deletes the token where they manage it.
    if (account.service !== null) void giveUp(account.service).catch(() => {})
    await dropAccount(account.id)
    await forgetUnused(account.service)
    onChange()
  }
  if (!isAsking) {
    return (
      <button type="button" className="link" onClick={() => setAsking(true)}>
        {say('authenticator.remove')}
      </button>
    )
  }
  return (
    <div className="ask">
      <p>{say('authenticator.removeText', { account: account.name })}</p>
      <button type="button" className="danger" onClick={() => void remove()}>
        {say('authenticator.remove')}
      </button>
      <button type="button" className="plain" onClick={() => setAsking(false)}>
        {say('authenticator.cancel')}
      </button>
    </div>
  )
}

/** One account: its code, and how long it holds. */
export const AccountCard = ({ account, isSilent, onChange }: AccountCardProps) => {
  const say = useSay()
  const { code, left } = useCode(account)
  return (
    <li className="card">
      <h2>{account.issuer}</h2>
      <p className="quiet">{account.name}</p>
      {account.state === 'INACTIVE' ? (
        <p>{say('authenticator.inactive')}</p>
      ) : (
        <>
          <p className="code">
            <span className="hidden">{say('authenticator.code', { account: account.name })}</span>
            <span>{grouped(code)}</span>
          </p>
          <div className="bar" aria-hidden="true">
            <div data-left={Math.ceil(left * 10)} />
          </div>
          {account.state === 'PENDING' ? <p>{say('authenticator.confirm')}</p> : null}
        </>
      )}
      {isSilent ? <p className="quiet">{say('authenticator.silent')}</p> : null}
      <Removal account={account} onChange={onChange} />
    </li>
  )
}
