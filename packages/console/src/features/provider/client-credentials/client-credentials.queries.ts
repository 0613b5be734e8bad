import {
  createProviderClient,
  deleteProviderClient,
  listProviderClients,
  type ProviderClient,
  readProviderClient,
  rotateProviderClientSecret,
  updateProviderClient,
} from '@signet/contract/provider/client-credentials'
import type { z } from 'zod'
import { callsOf, useChange, withBody } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'
import { type ClientValues, permissionsOf } from './client-form.ts'

export type ClientRow = z.output<typeof ProviderClient>

const subject = 'provider-clients'

export const clientsPath = '/spclientcredentials'
export const clientPath = (id: string): string => `${clientsPath}/${id}`

/** The list comes whole. */
export const clientsQuery = wholeListQuery<ClientRow>({
  subject,
  list: (signal) => call(listProviderClients, { signal }),
  nameOf: ({ name }) => name,
  wordsOf: ({ name, description }) => [name, description],
})

export const clients = {
  subject,
  ...withBody(
    callsOf({
      read: readProviderClient,
      create: createProviderClient,
      update: updateProviderClient,
      remove: deleteProviderClient,
    }),
    ({ grants, ...body }: ClientValues) => ({ ...body, permissions: permissionsOf(grants) }),
  ),
}

interface Rotation {
  readonly id: string
  readonly overlapHours: number
}

/** A secret takes a fresh proof. */
export const useSecretRotation = () =>
  useChange(
    ({ id, overlapHours }: Rotation) =>
      call(rotateProviderClientSecret, { params: { id }, body: { overlapHours } }),
    [subject],
  )
