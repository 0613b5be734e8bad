import { useCallback, useEffect, useRef, useState } from 'react'
import type { Push } from '../service/answers.ts'
import { Refused, readStanding, type Service } from '../service/calls.ts'
import { type Account, listAccounts, noteOfAccount } from '../store/accounts.ts'

const pollMillis = 3000
/** Requests of one account that are shown beside those of others. */
const maxShown = 3

export interface Asked {
  readonly account: Account
  readonly service: Service
  readonly push: Push
}

/** What the service of one account said last. */
interface Heard {
  readonly asked: readonly Asked[]
  readonly isSilent: boolean
}

/** What one service asks, with what it says of the token kept. */
const ask = async (account: Account): Promise<readonly Asked[]> => {
  const { service } = account
  if (service === null) return []
  const { state, pushes, time } = await readStanding(service)
  const aheadMillis = Date.parse(time) - Date.now()
  if (state !== account.state) await noteOfAccount(account.id, { state, aheadMillis })
  return pushes.slice(0, maxShown).map((push) => ({ account, service, push }))
}

const hear = async (account: Account): Promise<Heard> => {
  try {
    return { asked: await ask(account), isSilent: false }
  } catch (error) {
    return { asked: [], isSilent: !(error instanceof Refused) }
  }
}

/** Requests of several services may have one id. */
export const keyOf = ({ account, push }: Asked): string => `${account.id} ${push.id}`

/** Asks each service on its own: one that does not answer holds up no other. */
const useServices = () => {
  const [heard, setHeard] = useState<ReadonlyMap<string, Heard>>(new Map())
  const waiting = useRef(new Set<string>())
  const listen = useCallback(async (account: Account): Promise<void> => {
    if (account.service === null || waiting.current.has(account.id)) return
    waiting.current.add(account.id)
    const answer = await hear(account)
    waiting.current.delete(account.id)
    setHeard((before) => new Map(before).set(account.id, answer))
  }, [])
  return { heard, listen }
}

/** The accounts, and what their services ask while the app is seen. */
export const useAccounts = () => {
  const [accounts, setAccounts] = useState<readonly Account[] | null>(null)
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const { heard, listen } = useServices()
  const look = useCallback(async (): Promise<void> => {
    const found = await listAccounts()
    setAccounts(found)
    if (document.visibilityState !== 'visible') return
    for (const account of found) void listen(account)
  }, [listen])
  useEffect(() => {
    const first = setTimeout(() => void look())
    const timer = setInterval(() => void look(), pollMillis)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [look])
  const answers = (accounts ?? []).flatMap(({ id }) => heard.get(id) ?? [])
  return {
    accounts,
    asked: answers.flatMap(({ asked }) => asked).filter((each) => !answered.has(keyOf(each))),
    isOffline: answers.length > 0 && answers.every(({ isSilent }) => isSilent),
    isSilent: ({ id }: Account): boolean => heard.get(id)?.isSilent ?? false,
    settle: (each: Asked): void => setAnswered((before) => new Set(before).add(keyOf(each))),
    look,
  }
}
