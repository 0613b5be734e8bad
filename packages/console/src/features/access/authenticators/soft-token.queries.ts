import {
  completeOwnTokenRegistration,
  createOwnToken,
  readOwnAuthenticators,
  startOwnOfflineActivation,
  startOwnTokenActivation,
} from '@signet/contract/access/self-authenticators'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { ownAuthenticatorsQuery } from './authenticators.queries.ts'

const type = 'ENTRUST_SOFT_TOKEN'

/** One that was begun and not confirmed is taken up again. */
const findBegun = async () => {
  const { tokens } = await call(readOwnAuthenticators)
  return tokens.find(
    (token) => token.type === type && (token.state === 'NEW' || token.state === 'ACTIVATING'),
  )
}

/** A token, and what the Signet Authenticator takes it over by; `OFFLINE` for a phone without a network. */
export const startSoftToken = async (way: 'LINK' | 'OFFLINE') => {
  const begun = await findBegun()
  const { id } = begun ?? (await call(createOwnToken, { params: { type }, body: {} }))
  const activation =
    way === 'LINK'
      ? await call(startOwnTokenActivation, { body: {}, params: { tokenid: id } })
      : await call(startOwnOfflineActivation, { body: { tokenid: id } })
  return { id, ...activation }
}

/** Named by the way, since each asking ends the link before it. */
export const softTokenKey = (way: 'LINK' | 'OFFLINE') => ['self', 'new-soft-token', way] as const

/** Makes a new link, and hands it to the service of managed devices; whether that took it. */
export const useSoftTokenHandOver = (tokenid: string) => {
  const client = useQueryClient()
  return async (): Promise<boolean> => {
    const body = { handOver: true }
    const answer = await call(startOwnTokenActivation, { body, params: { tokenid } })
    client.setQueryData(softTokenKey('LINK'), { id: tokenid, ...answer })
    return answer.handedOver === true
  }
}

export type StartedSoftToken = Awaited<ReturnType<typeof startSoftToken>>

/** Says that the app which took the token over is the owner's, by the code that it shows. */
export const useSoftTokenConfirmation = (tokenid: string) => {
  const client = useQueryClient()
  return async (registrationCode: string): Promise<void> => {
    const params = { tokenid }
    await call(completeOwnTokenRegistration, { params, body: { registrationCode } })
    await client.invalidateQueries({ queryKey: ownAuthenticatorsQuery.queryKey })
  }
}
