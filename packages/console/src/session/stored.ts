import type { AuthenticationSession } from '@signet/contract/tenancy/sessions'
import { storedSessionKey } from '@signet/contract/tenancy/stored-keys'
import { StoredSession } from '@signet/contract/tenancy/stored-session'
import { sessionTimes } from '@signet/rules/sessions'
import type { z } from 'zod'
import { readItem, writeItem } from '../lib/slices.ts'
import { endSupportTab, isSupportTab, supportTab } from './support-tab.ts'

export type AuthenticatedSession = z.output<typeof AuthenticationSession>

const nothing: StoredSession = {
  session: null,
  receivedAt: 0,
  machineNonce: null,
  sequenceNonce: null,
}

/** What is stored now: another tab may have renewed or ended the session a moment ago. */
export const readStored = (): StoredSession => {
  const ofTab = supportTab.get()
  if (ofTab !== null) return ofTab
  const parsed = StoredSession.safeParse(readItem(storedSessionKey))
  return parsed.success ? parsed.data : nothing
}

export const storeSession = (session: AuthenticatedSession, now: number): void => {
  const { machineNonce, sequenceNonce } = readStored()
  writeItem(storedSessionKey, {
    session,
    receivedAt: now,
    machineNonce: session.machineNonce ?? machineNonce,
    sequenceNonce: session.sequenceNonce ?? sequenceNonce,
  })
}

/** What was proven again within the session counts no more. */
export const resetStepUp = (): void => {
  const stored = readStored()
  if (stored.session === null) return
  const stepUpAuthExpiry = sessionTimes.stepUpReset
  const jwt = { ...stored.session.jwt, stepUpAuthExpiry }
  const session = { ...stored.session, jwt, isStepAuth: false, stepUpAuthExpiry }
  writeItem(storedSessionKey, { ...stored, session })
}

/** Takes the session away; what makes this device known stays. */
export const deleteSession = (): void => {
  if (isSupportTab()) return endSupportTab()
  writeItem(storedSessionKey, { ...readStored(), session: null })
}
