import { isDeepStrictEqual } from 'node:util'
import type { Family } from '@signet/contract/kit/settings-family'
import type { EntityType } from '@signet/rules/permissions'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import * as repository from './credentials.repository.ts'
import { openSecrets, type Secrets, sealSecrets, type Values, valuesOf } from './stored.ts'

interface Fault {
  readonly path: string
  readonly message: string
}

interface Kept<S extends z.ZodRawShape, Secret extends string> {
  readonly family: Family<S, Secret>
  readonly entity: EntityType
  /** Faults of values and secrets together, such as a key that is none. */
  readonly faults: (values: Values<S>, secrets: Secrets) => readonly Fault[]
}

type Fields = Readonly<Record<string, unknown>>
type GivenSecrets = Readonly<Record<string, string | null | undefined>>
type Given = Fields & { readonly secrets?: GivenSecrets | undefined }

interface Sides {
  readonly before: Fields
  readonly after: Fields
}

/** Secrets that stay: none, when what they were meant for has another address now. */
const staying = (clearing: readonly string[], { before, after }: Sides, secrets: Secrets) =>
  clearing.every((name) => isDeepStrictEqual(before[name], after[name])) ? secrets : {}

const withGiven = (kept: Secrets, given: GivenSecrets): Secrets =>
  Object.fromEntries(
    Object.entries({ ...kept, ...given }).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  )

const refusing = (faults: readonly Fault[]): void => {
  if (faults.length === 0) return
  throw new ApiError('invalid_parameters', {
    fields: faults.map(({ path, message }) => ({ path: `body.${path}`, message })),
  })
}

const present = <S extends z.ZodRawShape, Secret extends string>(
  family: Family<S, Secret>,
  row: repository.StoredCredential | undefined,
) => {
  const setAt = row?.secrets_set_at ?? {}
  const secretsSet = family.secrets.flatMap((name) =>
    setAt[name] === undefined ? [] : [{ name, setAt: new Date(setAt[name]) }],
  )
  return versioned({ ...valuesOf(family, row), secretsSet }, row?.version ?? 0)
}

/** When each secret was set: those that are given now, the others as before. */
const timesOf = (
  secrets: Secrets,
  {
    given,
    before,
    now,
  }: { readonly given: GivenSecrets; readonly before: Secrets; readonly now: string },
): Secrets =>
  Object.fromEntries(
    Object.keys(secrets).map((name) => [
      name,
      typeof given[name] === 'string' ? now : (before[name] ?? now),
    ]),
  )

const change = <S extends z.ZodRawShape, Secret extends string>(
  ctx: Context,
  { family, entity, faults }: Kept<S, Secret>,
  { secrets: given = {}, ...fields }: Given,
) =>
  ctx.transaction(async (ctx) => {
    const { name: kind } = family
    const row = await repository.findForChange(ctx, kind)
    expectVersion(ctx, row.version)
    const before = valuesOf(family, row)
    const after = family.fields.parse({ ...before, ...fields })
    refusing(family.rule(after))
    const held = await openSecrets(ctx, row)
    const secrets = withGiven(staying(family.clearsSecrets, { before, after }, held), given)
    refusing(faults(after, secrets))
    const now = ctx.platform.clock.now().toISOString()
    const saved = await repository.save(ctx, kind, {
      value: after,
      sealed: await sealSecrets(ctx, kind, secrets),
      secretsSetAt: timesOf(secrets, { given, before: row.secrets_set_at, now }),
    })
    audit(ctx, 'PROVIDER_CREDENTIAL_UPDATED', {
      subject: { entity, id: kind, name: kind },
      before: { ...before, secretsSet: Object.keys(held) },
      after: { ...after, secretsSet: Object.keys(secrets) },
      attributes: { secretsGiven: Object.keys(withGiven({}, given)) },
    })
    return present(family, saved)
  })

const nothing = () => []

/** What a service provider keeps of one kind for its tenants: read, changed, tried. */
export const credentialOf = <S extends z.ZodRawShape, const Secret extends string>(
  family: Family<S, Secret>,
  { entity, faults = nothing }: Pick<Kept<S, Secret>, 'entity'> & Partial<Kept<S, Secret>>,
) => ({
  read: async (ctx: Context) => present(family, await repository.find(ctx, family.name)),
  /** @throws precondition_failed, invalid_parameters */
  update: async (ctx: Context, body: Given) => {
    await ctx.platform.secrets.ready(ctx.tenant.id)
    return change(ctx, { family, entity, faults }, body)
  },
  /** Values and secrets go; the version rises. @throws precondition_failed */
  remove: (ctx: Context): Promise<undefined> =>
    ctx.transaction(async (ctx) => {
      const { name: kind } = family
      const row = await repository.findForChange(ctx, kind)
      expectVersion(ctx, row.version)
      await repository.save(ctx, kind, { value: {}, sealed: null, secretsSetAt: {} })
      audit(ctx, 'PROVIDER_CREDENTIAL_DELETED', {
        subject: { entity, id: kind, name: kind },
        before: { ...valuesOf(family, row), secretsSet: Object.keys(row.secrets_set_at) },
      })
      return undefined
    }),
  /** The provider's own values and secrets, opened: for a test, never for an answer. */
  open: async (ctx: Context) => {
    const row = await repository.find(ctx, family.name)
    return { values: valuesOf(family, row), secrets: await openSecrets(ctx, row) }
  },
  /** Notes in a transaction of its own that the credential was tried. */
  noteTest: (ctx: Context, attributes: Fields & { readonly accepted: boolean }) =>
    ctx.transaction(async (ctx) => {
      const outcome = attributes.accepted ? 'SUCCESS' : 'FAILURE'
      const subject = { entity, id: family.name, name: family.name }
      audit(ctx, 'PROVIDER_CREDENTIAL_TESTED', { subject, outcome, attributes })
    }),
})
