import { useEffect, useState } from 'react'
import { canLock, turnOff, turnOn, unlock } from '../service/lock.ts'
import type { Account, Lock } from '../store/accounts.ts'
import { useSay } from '../texts/language.tsx'
import type { useLock } from './use-lock.ts'

/** One deed at a time, and whether the last one failed. */
const useDeed = () => {
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const run = async (deed: () => Promise<void>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setFailed(false)
    try {
      await deed()
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, hasFailed, run }
}

const Failed = () => <p role="alert">{useSay()('authenticator.lock.failed')}</p>

interface LockedPageProps {
  readonly lock: Lock
  readonly onOpen: () => void
}

/** All that is shown while the app is locked. */
export const LockedPage = ({ lock, onOpen }: LockedPageProps) => {
  const say = useSay()
  const { isBusy, hasFailed, run } = useDeed()
  const open = async (): Promise<void> => {
    await unlock(lock)
    onOpen()
  }
  return (
    <section className="card">
      <p>{say('authenticator.lock.locked')}</p>
      {hasFailed ? <Failed /> : null}
      <button type="button" disabled={isBusy} onClick={() => void run(open)}>
        {say('authenticator.lock.unlock')}
      </button>
    </section>
  )
}

interface LockCardProps {
  readonly accounts: readonly Account[]
  readonly state: ReturnType<typeof useLock>
  /** Accounts are kept in another way now. */
  readonly onChange: () => void
}

/** What the lock does with the accounts that there are. */
const Reach = ({ lock, accounts }: { lock: Lock; accounts: readonly Account[] }) => {
  const say = useSay()
  if (lock.kind === 'HIDES') return <p className="quiet">{say('authenticator.lock.hides')}</p>
  const isPartial = accounts.some(({ sealed }) => sealed === undefined)
  return (
    <>
      {isPartial ? <p className="quiet">{say('authenticator.lock.older')}</p> : null}
      <p className="quiet">{say('authenticator.lock.lose')}</p>
    </>
  )
}

/** Turns the lock on and off; nothing where the device cannot recognise its owner. */
export const LockCard = ({ accounts, state, onChange }: LockCardProps) => {
  const say = useSay()
  const lock = state.lock ?? null
  const [isAble, setAble] = useState(lock !== null)
  const { isBusy, hasFailed, run } = useDeed()
  useEffect(() => {
    canLock().then(setAble, () => {})
  }, [])
  if (!isAble && lock === null) return null
  const turn = async (): Promise<void> => {
    if (lock === null) state.change(await turnOn())
    else {
      await turnOff(lock)
      state.change(null)
    }
    onChange()
  }
  return (
    <section className="card">
      <h2>{say('authenticator.lock.title')}</h2>
      <p>{say('authenticator.lock.text')}</p>
      {lock === null ? null : <Reach lock={lock} accounts={accounts} />}
      {hasFailed ? <Failed /> : null}
      {lock === null ? null : (
        <button type="button" onClick={state.close}>
          {say('authenticator.lock.now')}
        </button>
      )}
      <button type="button" className="plain" disabled={isBusy} onClick={() => void run(turn)}>
        {say(`authenticator.lock.${lock === null ? 'on' : 'off'}`)}
      </button>
    </section>
  )
}
