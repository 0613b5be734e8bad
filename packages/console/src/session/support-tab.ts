import { supportSessionKey } from '@signet/contract/tenancy/stored-keys'
import { StoredSession } from '@signet/contract/tenancy/stored-session'
import { createStore } from '../lib/store.ts'

const readTab = (): StoredSession | null => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(supportSessionKey) ?? 'null')
    return StoredSession.safeParse(kept).data ?? null
  } catch {
    return null
  }
}

/**
 * The session of a provider under a support grant. It is of this tab alone: a user who is signed in to the
 * same tenant in other tabs stays signed in. Null in any other tab. Once the access has ended, the tab has
 * no session until the page is loaded anew.
 */
export const supportTab = createStore(readTab())

export const isSupportTab = (): boolean => supportTab.get() !== null

export const openSupportTab = (
  session: NonNullable<StoredSession['session']>,
  now: number,
): void => {
  const opened = { session, receivedAt: now, machineNonce: null, sequenceNonce: null }
  sessionStorage.setItem(supportSessionKey, JSON.stringify(opened))
  supportTab.set(opened)
}

export const endSupportTab = (): void => {
  supportTab.update((before) => before && { ...before, session: null })
  sessionStorage.removeItem(supportSessionKey)
}
