import { abort } from '@signet/rules/abort'
import type { EntityType } from '@signet/rules/permissions'
import { z } from 'zod'
import { type About, endpoint } from '../kit/endpoint.ts'
import { Instant } from '../kit/schemas.ts'
import type { Family } from '../kit/settings-family.ts'

/** A key with its certificates fits. */
const secretText = z.string().min(1).max(16_000, abort)

interface Told {
  readonly entity: EntityType
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly catalogueId?: string
}

export const about: About = {
  noun: 'credential',
  tag: {
    name: 'Provider credentials',
    description: 'What a service provider gives all its tenants to use.',
  },
}

const access = { actor: 'provider', about } as const

const writeOnly =
  'Secrets are stored sealed and never answered: `secretsSet` says which are set, and since when.'

const answerOf = <S extends z.ZodRawShape, Secret extends string>(of: Family<S, Secret>) =>
  of.fields
    .extend({
      /** The secrets that are stored. Their values are never answered. */
      secretsSet: z.array(z.object({ name: z.enum(of.secrets), setAt: Instant })),
    })
    .meta({ id: of.id })

/** GET of what a provider gives its tenants. */
export const readCredential = <S extends z.ZodRawShape, Secret extends string>(
  of: Family<S, Secret>,
  { entity, description = writeOnly, ...told }: Told,
) =>
  endpoint({
    ...access,
    method: 'GET',
    needs: [entity, 'VIEW'],
    limit: 'read',
    answer: answerOf(of),
    errors: [],
    audit: null,
    description,
    ...told,
  })

/** PUT of it: a field or secret left out stays, a secret that is null is removed. */
export const updateCredential = <S extends z.ZodRawShape, Secret extends string>(
  of: Family<S, Secret>,
  { entity, description, ...told }: Told,
) =>
  endpoint({
    ...access,
    method: 'PUT',
    needs: [entity, 'EDIT'],
    limit: 'change',
    body: of.fields
      .partial()
      .extend({
        /** New secrets by name. One left out stays; null removes it. */
        secrets: z.partialRecord(z.enum(of.secrets), secretText.nullable()).optional(),
      })
      .strict()
      .meta({ id: `${of.id}Change` }),
    answer: answerOf(of),
    sensitive: true,
    errors: ['precondition_failed'],
    audit: 'PROVIDER_CREDENTIAL_UPDATED',
    description: [
      description,
      'A field left out keeps its value.',
      writeOnly,
      of.clearsSecrets.length === 0
        ? undefined
        : `Changing ${of.clearsSecrets.join(', ')} removes the secrets that are not given with it.`,
    ]
      .filter((text) => text !== undefined)
      .join(' '),
    ...told,
  })

/** What another service answered to a test; its own words are shown, secrets never. */
export const CredentialTestResult = z
  .object({
    /** The other service accepted the credentials. */
    accepted: z.boolean(),
    /** What went wrong, or what was answered; null where there is nothing to say. */
    detail: z.string().nullable(),
  })
  .meta({ id: 'CredentialTestResult' })

/** POST that tries what is stored. */
export const testCredential = <const B extends z.ZodType>(body: B, { entity, ...told }: Told) =>
  endpoint({
    ...access,
    method: 'POST',
    needs: [entity, 'EDIT'],
    limit: 'heavy',
    body,
    answer: CredentialTestResult,
    ordinary: 'trial',
    errors: [],
    audit: 'PROVIDER_CREDENTIAL_TESTED',
    ...told,
  })
