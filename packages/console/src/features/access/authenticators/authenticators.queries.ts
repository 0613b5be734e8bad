import {
  changeOwnTokenState,
  completeOwnFidoRegistration,
  completeOwnTokenActivation,
  createOwnRecoveryCodes,
  createOwnToken,
  deleteOwnFidoToken,
  deleteOwnToken,
  readOwnAuthenticators,
  startOwnFidoRegistration,
  startOwnTokenActivation,
  synchroniseOwnToken,
  updateOwnFidoToken,
  updateOwnToken,
} from '@signet/contract/access/self-authenticators'
import {
  addOwnQuestions,
  deleteOwnQuestions,
  listOwnOfferedQuestions,
  replaceOwnQuestions,
} from '@signet/contract/access/self-questions'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/call.ts'

const queryKey = ['self', 'authenticators']

export const ownAuthenticatorsQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => call(readOwnAuthenticators, { signal }),
})

export type OwnAuthenticators = z.output<(typeof readOwnAuthenticators)['answer']>
export type OwnToken = OwnAuthenticators['tokens'][number]
export type OwnPasskey = OwnAuthenticators['fidoTokens'][number]
type State = 'ACTIVE' | 'INACTIVE'
type Questions = z.input<(typeof addOwnQuestions)['body']>
type Registration = z.input<(typeof completeOwnFidoRegistration)['body']>['fidoResponse']

/** Changes to one's own authenticators, after a fresh proof where one is due; read anew after each. */
export const useOwnDeeds = () => {
  const client = useQueryClient()
  const then = async <T>(deed: () => Promise<T>): Promise<T> => {
    const result = await deed()
    await client.invalidateQueries({ queryKey })
    return result
  }
  return {
    renameToken: (tokenid: string, label: string) =>
      then(() => call(updateOwnToken, { params: { tokenid }, body: { label } })),
    switchToken: (tokenid: string, state: State) =>
      then(() => call(changeOwnTokenState, { params: { tokenid }, body: { state } })),
    synchroniseToken: (tokenid: string, response: string, nextResponse: string) =>
      then(() =>
        call(synchroniseOwnToken, { params: { tokenid }, body: { response, nextResponse } }),
      ),
    removeToken: (tokenid: string) => then(() => call(deleteOwnToken, { params: { tokenid } })),
    renamePasskey: (fidoid: string, name: string) =>
      then(() => call(updateOwnFidoToken, { params: { fidoid }, body: { name } })),
    switchPasskey: (fidoid: string, state: State) =>
      then(() => call(updateOwnFidoToken, { params: { fidoid }, body: { state } })),
    removePasskey: (fidoid: string) => then(() => call(deleteOwnFidoToken, { params: { fidoid } })),
    addPasskey: (fidoResponse: Registration, name: string) =>
      then(() =>
        call(completeOwnFidoRegistration, {
          body: { fidoResponse, ...(name === '' ? {} : { name }) },
        }),
      ),
    setQuestions: (body: Questions, isFirst: boolean) =>
      then(async () => {
        await (isFirst ? call(addOwnQuestions, { body }) : call(replaceOwnQuestions, { body }))
      }),
    removeQuestions: () => then(() => call(deleteOwnQuestions)),
    makeCodes: () => then(() => call(createOwnRecoveryCodes)),
    confirmApp: (tokenid: string, registrationCode: string) =>
      then(() =>
        call(completeOwnTokenActivation, { params: { tokenid }, body: { registrationCode } }),
      ),
  }
}

export const offeredQuestionsQuery = queryOptions({
  queryKey: ['self', 'offered-questions'],
  queryFn: ({ signal }) => call(listOwnOfferedQuestions, { signal }),
})

const type = 'GOOGLE_AUTHENTICATOR'

/** A token and the secret its app needs; one that was begun and not confirmed is taken up again. */
export const startApp = async () => {
  const { tokens } = await call(readOwnAuthenticators)
  const begun = tokens.find(
    (token) => token.type === type && (token.state === 'NEW' || token.state === 'ACTIVATING'),
  )
  const { id } = begun ?? (await call(createOwnToken, { params: { type }, body: {} }))
  const { otpauthUri, secret } = await call(startOwnTokenActivation, {
    body: {},
    params: { tokenid: id },
  })
  return { id, otpauthUri: otpauthUri ?? '', secret: secret ?? '' }
}

export const startPasskey = () => call(startOwnFidoRegistration)
