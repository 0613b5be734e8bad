import {
  clientProofs,
  identityProviderKinds,
  identityProviderTypes,
  mappedFields,
} from '@signet/rules/identity-providers'
import { z } from 'zod'
import type { StoredProvider } from './identity-providers.repository.ts'

/** What is stored of a provider beside its name, issuer and secret. */
export const Definition = z.object({
  type: z.enum(identityProviderTypes),
  kind: z.enum(identityProviderKinds),
  authorizationEndpoint: z.string().nullable(),
  tokenEndpoint: z.string().nullable(),
  userinfoEndpoint: z.string().nullable(),
  clientId: z.string(),
  clientProof: z.enum(clientProofs),
  scopes: z.array(z.string()),
  userinfo: z.boolean(),
  subjectClaim: z.string(),
  button: z.boolean(),
  domains: z.array(z.string()),
  createsUsers: z.boolean(),
  userIdClaim: z.string(),
  updatesUsers: z.boolean(),
  claimMappings: z.array(z.object({ claim: z.string(), field: z.enum(mappedFields) })),
  trustsMail: z.boolean(),
  groupMappings: z.array(z.object({ claim: z.string(), value: z.string(), groupId: z.uuid() })),
  trustedAcrs: z.array(z.string()),
  trustedAmrs: z.array(z.string()),
  trustedForAdministrators: z.boolean(),
})
export type Definition = z.output<typeof Definition>

/** A provider as its calls are made. */
export interface Provider extends Definition {
  readonly id: string
  readonly name: string
  readonly issuer: string
  readonly enabled: boolean
  readonly version: number
}

export const providerOf = (row: StoredProvider): Provider => ({
  ...Definition.parse(row.definition),
  id: row.id,
  name: row.name,
  issuer: row.issuer,
  enabled: row.enabled,
  version: row.version,
})

export const secretPurpose = (id: string): string => `identity-provider:${id}`
