import * as contract from '@signet/contract/access/self'
import * as selfValues from '@signet/contract/access/self-values'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { Module } from '../../../kit/module.ts'
import { type Route, routes, versioned } from '../../../kit/routes.ts'
import { completeRegistration, readRegistration } from '../registration/index.ts'
import {
  listOwnRoles,
  readPreference,
  readSelf,
  readSettings,
  readVerification,
  updateSelf,
} from './self-user.service.ts'
import { holdValues, readValues, type StoredValues, writeValues } from './self-values.repository.ts'

type Entries = StoredValues['entries']

const present = ({ entries, version }: StoredValues) =>
  versioned(selfValues.SelfValues.parse({ values: entries }), version)

const read = async (ctx: Context) => present(await readValues(ctx))

const write = (ctx: Context, next: (before: Entries) => Entries) =>
  ctx.transaction(async (ctx) => {
    const before = await holdValues(ctx)
    expectVersion(ctx, before.version)
    const after = { entries: next(before.entries), version: before.version + 1 }
    await writeValues(ctx, after)
    const { id, name } = signedInUser(ctx)
    audit(ctx, 'USER_VALUES_CHANGED', {
      subject: { entity: 'USERS', id, name },
      attributes: { names: Object.keys(after.entries) },
    })
    return present(after)
  })

const replace = (ctx: Context, values: Entries) => write(ctx, () => values)

/** @throws invalid_parameters when all of them together are too many or too large */
const merge = (ctx: Context, values: Entries) =>
  write(ctx, (before) => {
    const both = Object.entries({ ...before, ...values })
    const after = Object.fromEntries(both.filter(([, value]) => value !== null))
    const parsed = selfValues.mergeSelfValues.body.safeParse({ values: after })
    if (parsed.success) return after
    throw new ApiError('invalid_parameters', {
      fields: parsed.error.issues.map(({ message }) => ({ path: 'body.values', message })),
    })
  })

const selfUserRoutes: readonly Route[] = [
  ...routes(contract, {
    readSelf,
    updateSelf: (ctx, { body }) => updateSelf(ctx, body),
    listOwnRoles,
    readSelfSettings: readSettings,
    readSelfVerification: readVerification,
    readSelfRegistration: readRegistration,
    completeSelfRegistration: completeRegistration,
    readPreferredAuthenticator: readPreference,
  }),
  ...routes(selfValues, {
    readSelfValues: read,
    replaceSelfValues: (ctx, { body }) => replace(ctx, body.values),
    mergeSelfValues: (ctx, { body }) => merge(ctx, body.values),
  }),
]

export const selfUserModule: Module = {
  routes: [selfUserRoutes],
}
