import { deleteFidoToken, updateFidoToken } from '@signet/contract/authenticators/fido'
import { deleteKbaChallenge, deleteUserQuestions } from '@signet/contract/authenticators/kba'
import {
  deleteUserPassword,
  notifyUserPassword,
  setUserPassword,
} from '@signet/contract/authenticators/passwords'
import { deleteUserRecoveryCodes } from '@signet/contract/authenticators/recovery-codes'
import {
  createUserTempAccessCode,
  deleteUserTempAccessCode,
} from '@signet/contract/authenticators/temp-access-codes'
import { changeTokenState, deleteToken } from '@signet/contract/authenticators/tokens'
import {
  readUserAuthenticators,
  unlockUserAuthenticators,
} from '@signet/contract/authenticators/user-authenticators'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import type { WantedCode } from './TemporaryCodeDialogs.tsx'

const keyOf = (userid: string) => ['users', 'part', userid, 'authenticators']

export const userAuthenticatorsQuery = (userid: string) =>
  queryOptions({
    queryKey: keyOf(userid),
    queryFn: ({ signal }) => call(readUserAuthenticators, { params: { userid }, signal }),
  })

export type UserAuthenticators = Awaited<
  ReturnType<NonNullable<ReturnType<typeof userAuthenticatorsQuery>['queryFn']>>
>

type State = 'ACTIVE' | 'INACTIVE'

/** What an administrator does to the authenticators of one user; each is read anew after it. */
export const useAuthenticatorDeeds = (userid: string) => {
  const client = useQueryClient()
  const params = { userid }
  const then = async <T>(deed: Promise<T>): Promise<T> => {
    const result = await deed
    await Promise.all([
      client.invalidateQueries({ queryKey: keyOf(userid) }),
      client.invalidateQueries({ queryKey: ['users', 'one', userid] }),
    ])
    return result
  }
  return {
    setPassword: (password: string, forceUpdate: boolean) =>
      then(call(setUserPassword, { params, body: { password, forceUpdate } })),
    removePassword: () => then(call(deleteUserPassword, { params })),
    askForPassword: () => then(call(notifyUserPassword, { params })),
    switchToken: (tokenid: string, state: State) =>
      then(call(changeTokenState, { params: { tokenid }, body: { state } })),
    removeToken: (tokenid: string) => then(call(deleteToken, { params: { tokenid } })),
    switchPasskey: (fidoid: string, state: State) =>
      then(call(updateFidoToken, { params: { fidoid }, body: { state } })),
    removePasskey: (fidoid: string) => then(call(deleteFidoToken, { params: { fidoid } })),
    removeRecoveryCodes: () => then(call(deleteUserRecoveryCodes, { params })),
    makeTemporaryCode: async (body: WantedCode): Promise<string> =>
      (await then(call(createUserTempAccessCode, { params, body }))).code,
    removeTemporaryCode: () => then(call(deleteUserTempAccessCode, { params })),
    removeQuestions: () => then(call(deleteUserQuestions, { params })),
    askOthers: () => then(call(deleteKbaChallenge, { params })),
    unlock: () => then(call(unlockUserAuthenticators, { params })),
  }
}

export type AuthenticatorDeeds = ReturnType<typeof useAuthenticatorDeeds>
