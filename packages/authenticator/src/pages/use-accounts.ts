import { useCallback, useEffect, useState } from 'react'
import { type Push, Refused, readStanding, type Service } from '../service/calls.ts'
import { type Account, keepAccount, listAccounts } from '../store/accounts.ts'

const pollMillis = 3000

export interface Asked {
  readonly account: Account
  readonly service: Service
  readonly push: Push
}

/** What one service asks, with what it says of the token kept. */
const ask = async (account: Account): Promise<readonly Asked[]> => {
  const { service } = account
  if (service === null) return []
  const { state, pushes, time } = await readStanding(service)
  const aheadMillis = Date.parse(time) - Date.now()
  if (state !== account.state) await keepAccount({ ...account, state, aheadMillis })
  return pushes.map((push) => ({ account, service, push }))
}

/** The accounts, and what their services ask while the app is seen. */
export const useAccounts = () => {
  const [accounts, setAccounts] = useState<readonly Account[] | null>(null)
  const [asked, setAsked] = useState<readonly Asked[]>([])
  const [isOffline, setOffline] = useState(false)
  const reload = useCallback(async () => setAccounts(await listAccounts()), [])
  const look = useCallback(async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return
    const found = await listAccounts()
    const answers = await Promise.allSettled(found.map(ask))
    const isLost = answers.some(
      (answer) => answer.status === 'rejected' && !(answer.reason instanceof Refused),
    )
    setOffline(isLost)
    setAsked(answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])))
    await reload()
  }, [reload])
  useEffect(() => {
    let isGone = false
    let timer: number | undefined
    const next = async (): Promise<void> => {
      await look().catch(() => setOffline(true))
      if (!isGone) timer = window.setTimeout(() => void next(), pollMillis)
    }
    void next()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [look])
  return { accounts, asked, isOffline, look }
}
