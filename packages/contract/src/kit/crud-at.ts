import type { EntityType } from '@signet/rules/permissions'
import { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import { callsOn } from './calls-on.ts'
import type { About, Api } from './endpoint.ts'
import { IdParams } from './schemas.ts'

interface Kind<
  E extends EntityType,
  A extends z.ZodType,
  N extends string,
  M extends ErrorCode,
  T extends ErrorCode,
> {
  readonly entity: E
  readonly about?: About
  /** The document that has them; that of the administration by default. */
  readonly api?: Api
  /** One object, as calls answer it. */
  readonly answer: A
  /** What the audit actions begin with: `GROUP` of `GROUP_CREATED`. */
  readonly action: N
  readonly missing: M
  /** For a name that another object has. */
  readonly taken: T
}

/**
 * What the five calls on objects have in common that are listed, whole, at a path: a declaration adds
 * the body, the summary, and what is particular to it.
 */
export const crudAt = <
  const P extends string,
  const E extends EntityType,
  A extends z.ZodType,
  const N extends string,
  const M extends ErrorCode,
  const T extends ErrorCode,
>(
  path: P,
  { entity, about, api, answer, action, missing, taken }: Kind<E, A, N, M, T>,
) => {
  const { view, add, edit, remove } = callsOn(entity, about)
  const shared: { readonly api?: Api } = api === undefined ? {} : { api }
  const all = { ...shared, path } as const
  const one = { ...shared, path: `${path}/:id`, params: IdParams } as const
  const created = { ...add, ...all, answer, errors: [taken], audit: `${action}_CREATED` } as const
  return {
    list: { ...view, ...all, answer: z.array(answer), errors: [] },
    read: { ...view, ...one, answer, errors: [missing] },
    create: { ...created, location: one.path },
    /** For a call that the specification lists: it answers 200, without `Location`. */
    createWithoutLocation: created,
    update: {
      ...edit,
      ...one,
      answer,
      errors: [missing, taken, 'precondition_failed'],
      audit: `${action}_UPDATED`,
    },
    remove: {
      ...remove,
      ...one,
      errors: [missing, 'precondition_failed'],
      audit: `${action}_DELETED`,
    },
  } as const
}
