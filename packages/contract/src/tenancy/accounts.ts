import { contractModes } from '@signet/rules/tenants'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line } from '../kit/schemas.ts'

export const PublicAccount = z
  .object({
    id: z.string(),
    companyName: z.string(),
    hostname: z.string(),
    authenticationAccount: z.boolean(),
    issuanceAccount: z.boolean(),
  })
  .meta({ id: 'PublicAccount' })

const { view, edit } = callsOn('SETTINGS')

export const readPublicAccount = endpoint({
  method: 'GET',
  path: '/api/web/api/v1/account/public',
  actor: 'public',
  whileLocked: true,
  answer: PublicAccount,
  errors: ['hostname_not_found'],
  audit: null,
  limit: 'read',
  summary: 'Name and kind of the account behind this host name',
})

export const AccountInfo = PublicAccount.extend({
  companyCountry: z.string().nullable(),
  companyState: z.string().nullable(),
  publicUrl: z.string(),
  contractMode: z.enum(contractModes),
  tier: z.int(),
  region: z.string(),
  createdAt: Instant,
}).meta({ id: 'AccountInfo' })

export const readAccountInfo = endpoint({
  ...view,
  path: '/api/web/v1/accountinfo',
  answer: AccountInfo,
  errors: [],
  summary: 'The account as its administrators see it',
})

export const updateAccountInfo = endpoint({
  ...edit,
  path: '/api/web/v1/accountinfo',
  body: z
    .object({
      companyName: Line(200).optional(),
      companyCountry: Line(100).nullable().optional(),
      companyState: Line(100).nullable().optional(),
    })
    .meta({ id: 'AccountInfoChange' }),
  answer: AccountInfo,
  ordinary: 'wording',
  errors: ['precondition_failed'],
  audit: 'ACCOUNT_UPDATED',
  summary: 'Change the name and place of the company',
})

export const readServiceAddresses = endpoint({
  ...view,
  path: '/api/web/v1/serviceipaddresses',
  answer: z.object({ addresses: z.array(z.string()) }).meta({ id: 'ServiceAddresses' }),
  errors: [],
  summary: 'The addresses this service calls out from',
  description:
    'The addresses of the network interfaces of the node that answers, loopback left out.',
})
