import {
  assignToken,
  confirmToken,
  importTokens,
  type TokenFileTrial,
  type TokenImport,
  tryTokenFile,
  unassignToken,
} from '@signet/contract/authenticators/hardware-tokens'
import {
  changeTokenState,
  deleteToken,
  synchroniseToken,
  type Token,
  type TokenChange,
  unlockToken,
  updateToken,
} from '@signet/contract/authenticators/tokens'
import { foldCode } from '@signet/rules/codes'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, callWithEtag } from '../../lib/call.ts'

export type AnyToken = z.output<typeof Token>

/** What decides what can be done with a token. */
export type TokenAtHand = Pick<
  AnyToken,
  'id' | 'serialNumber' | 'type' | 'algorithmType' | 'state' | 'hasPin'
>

/** Whether it shows codes by itself; others only answer questions. */
export const showsCodes = ({ algorithmType }: Pick<TokenAtHand, 'algorithmType'>): boolean =>
  algorithmType === 'OATH_TOTP' || algorithmType === 'OATH_HOTP'

export const tokenPath = (id: string): string => `/token/${id}`

/** Of the query cache; what belongs to users stands under them. */
export const tokenKeys = {
  pages: ['tokens', 'page'],
  one: (id: string) => ['tokens', 'one', id],
} as const

/** A code as it is typed: with spaces, or not at all. */
const codeOf = (typed: string) => {
  const response = foldCode(typed)
  return response === '' ? {} : { response }
}

interface Save {
  readonly id: string
  readonly body: z.input<typeof TokenChange>
  readonly etag: string | null
}

/** What an administrator does with tokens; what shows them is read anew after each deed. */
export const useTokenDeeds = () => {
  const client = useQueryClient()
  const read = (queryKeys: readonly (readonly string[])[]): Promise<unknown> =>
    Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })))
  const then = async <T>(deed: Promise<T>, key: readonly string[] = ['tokens']): Promise<T> => {
    const result = await deed
    await read([key, ['users', 'part']])
    return result
  }
  return {
    importFile: (body: z.input<typeof TokenImport>) => then(call(importTokens, { body })),
    tryFile: (body: z.input<typeof TokenFileTrial>) => call(tryTokenFile, { body }),
    assign: (tokenid: string, userId: string, code: string) =>
      then(call(assignToken, { params: { tokenid }, body: { userId, ...codeOf(code) } })),
    confirm: (tokenid: string, code: string) =>
      then(call(confirmToken, { params: { tokenid }, body: codeOf(code) })),
    unassign: (tokenid: string) => then(call(unassignToken, { params: { tokenid } })),
    change: (tokenid: string, state: 'ACTIVE' | 'INACTIVE') =>
      then(call(changeTokenState, { params: { tokenid }, body: { state } })),
    synchronise: (tokenid: string, response: string, nextResponse: string) =>
      then(call(synchroniseToken, { params: { tokenid }, body: { response, nextResponse } })),
    unlock: (tokenid: string, unlockChallenge: string) =>
      then(
        call(unlockToken, {
          params: { tokenid },
          body: unlockChallenge === '' ? {} : { unlockChallenge },
        }),
      ),
    setPin: (tokenid: string, pin: string | null) =>
      then(call(updateToken, { params: { tokenid }, body: { pin } })),
    save: ({ id, body, etag }: Save) =>
      then(
        callWithEtag(updateToken, { params: { tokenid: id }, body, ifMatch: etag ?? undefined }),
      ),
    /** The token's own page is not read again: it is gone. */
    remove: (tokenid: string) => then(call(deleteToken, { params: { tokenid } }), tokenKeys.pages),
  }
}
