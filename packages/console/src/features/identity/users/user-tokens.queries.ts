import {
  assignTokenBySerial,
  listUnassignedTokens,
} from '@signet/contract/authenticators/hardware-tokens'
import {
  completeTokenActivation,
  createUserToken,
  startTokenActivation,
  type TokenType,
} from '@signet/contract/authenticators/tokens'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/call.ts'
import { userAuthenticatorsQuery } from './user-authenticators.queries.ts'

const mostFound = 20
const longestSearch = 100

/** Tokens of the stock whose serial numbers begin so. */
export const stockQuery = (typed: string) =>
  queryOptions({
    queryKey: ['tokens', 'stock', typed],
    queryFn: async ({ signal }) => {
      const search = typed.slice(0, longestSearch)
      const body = { type: 'OATH_PHYSICAL_TOKEN' as const, limit: mostFound }
      const { results } = await call(listUnassignedTokens, {
        body: search === '' ? body : { ...body, search },
        signal,
      })
      return results
    },
    placeholderData: keepPreviousData,
  })

/** What an app takes a token over by; each asking ends the one before it. */
export const activationQuery = (tokenid: string) =>
  queryOptions({
    queryKey: ['users', 'activation', tokenid],
    queryFn: () => call(startTokenActivation, { params: { tokenid }, body: {} }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

interface Assigned {
  readonly serialNumber: string
  readonly code: string
}

/** What an administrator does with the tokens of one user. */
export const useUserTokenDeeds = (userid: string) => {
  const client = useQueryClient()
  const then = async <T>(deed: Promise<T>): Promise<T> => {
    const result = await deed
    await Promise.all([
      client.invalidateQueries({ queryKey: userAuthenticatorsQuery(userid).queryKey }),
      client.invalidateQueries({ queryKey: ['tokens'] }),
    ])
    return result
  }
  return {
    create: (type: z.output<typeof TokenType>, label: string) =>
      then(
        call(createUserToken, {
          params: { userid, type },
          body: label === '' ? {} : { label },
        }),
      ),
    /** Makes a new link, and has it mailed to the user. */
    mailLink: async (tokenid: string): Promise<void> => {
      const answer = await call(startTokenActivation, { params: { tokenid }, body: { mail: true } })
      client.setQueryData(activationQuery(tokenid).queryKey, answer)
    },
    /** Makes a new link, and hands it to the service of managed devices; whether that took it. */
    handOver: async (tokenid: string): Promise<boolean> => {
      const body = { handOver: true }
      const answer = await call(startTokenActivation, { params: { tokenid }, body })
      client.setQueryData(activationQuery(tokenid).queryKey, answer)
      return answer.handedOver === true
    },
    complete: (tokenid: string, registrationCode: string) =>
      then(call(completeTokenActivation, { params: { tokenid }, body: { registrationCode } })),
    assign: ({ serialNumber, code }: Assigned) =>
      then(
        call(assignTokenBySerial, {
          params: { id: userid },
          body: { serialNumber, ...(code === '' ? {} : { response: code }) },
        }),
      ),
  }
}
