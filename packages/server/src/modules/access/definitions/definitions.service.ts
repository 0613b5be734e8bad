import type { EntityType } from '@signet/rules/permissions'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { removeRow } from '../../../platform/db/row-sets.ts'
import type { DefinitionKind } from '../../../platform/db/schema/risk.ts'
import * as repository from './definitions.repository.ts'
import { publishing } from './published-rules.ts'

type Named<D> = D & { readonly name: string }

interface Kind<S extends z.ZodObject> {
  readonly kind: DefinitionKind
  readonly schema: S
  readonly most: number
  readonly entity: EntityType
  /** Audit actions: `<subject>_CREATED` and the like. */
  readonly subject: string
  /** What the schema alone cannot tell. `before` is null for a new one. @throws ApiError */
  readonly expectValid?: (
    ctx: Context,
    wanted: Named<z.output<S>>,
    before: (Named<z.output<S>> & { readonly id: string }) | null,
  ) => Promise<void>
}

/** A body's field at fault. */
export const faultAt = (path: string, message: string): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: `body.${path}`, message }] })

/** Refuses what a definition of these kinds names. @throws used_by_rule */
export const expectUnused = async (
  ctx: Context,
  id: string,
  kinds: readonly DefinitionKind[],
): Promise<void> => {
  const rows = await repository.listAll(ctx)
  const isNamed = rows.some(
    ({ kind, definition }) => kinds.includes(kind) && JSON.stringify(definition).includes(id),
  )
  if (isNamed) throw new ApiError('used_by_rule')
}

/** @throws name_exists */
export const refusingDuplicates = unique({
  access_definitions_tenant_id_kind_name_key_key: 'name_exists',
})

/** @throws not_found */
export const orNotFound = foundOr('not_found')

/** How a kind's rows are shown, written and told of. */
const formsOf = <S extends z.ZodObject>({ schema, entity }: Kind<S>) => ({
  present: ({ id, name, definition, updated_at }: repository.StoredDefinition) => ({
    ...schema.parse(definition),
    id,
    name,
    updatedAt: updated_at,
  }),
  columns: ({ name, ...rest }: Named<z.output<S>>) => ({
    name,
    name_key: foldName(name),
    definition: schema.parse(rest),
  }),
  subjectOf: (id: string, name: string) => ({ entity, id, name }),
})

/** @throws name_exists, invalid_parameters */
const creating =
  <S extends z.ZodObject>(of: Kind<S>) =>
  (ctx: Context, wanted: Named<z.output<S>>) =>
    refusingDuplicates(() =>
      publishing(ctx, of.kind, async (ctx) => {
        const { present, columns, subjectOf } = formsOf(of)
        await of.expectValid?.(ctx, wanted, null)
        if ((await repository.list(ctx, of.kind)).length >= of.most) {
          throw faultAt('name', 'too_many')
        }
        const id = ctx.platform.ids.uuid()
        const made = await repository.insert(ctx, { id, kind: of.kind, ...columns(wanted) })
        const after = present(made)
        audit(ctx, `${of.subject}_CREATED`, { subject: subjectOf(id, wanted.name), after })
        return versioned(after, made.version)
      }),
    )

/** @throws not_found, name_exists, precondition_failed, invalid_parameters */
const changing =
  <S extends z.ZodObject>(of: Kind<S>) =>
  (ctx: Context, id: string, wanted: Named<z.output<S>>) =>
    refusingDuplicates(() =>
      publishing(ctx, of.kind, async (ctx) => {
        const { present, columns, subjectOf } = formsOf(of)
        const row = orNotFound(await repository.findForChange(ctx, of.kind, id))
        expectVersion(ctx, row.version)
        const before = present(row)
        await of.expectValid?.(ctx, wanted, before)
        const made = await repository.update(ctx, id, columns(wanted))
        const after = present(made)
        const subject = subjectOf(id, wanted.name)
        audit(ctx, `${of.subject}_UPDATED`, { subject, before, after })
        return versioned(after, made.version)
      }),
    )

type Expect = (ctx: Context) => Promise<void>

/** @throws not_found, precondition_failed, and what `expectFree` throws */
const removing =
  <S extends z.ZodObject>(of: Kind<S>) =>
  (ctx: Context, id: string, expectFree: Expect = async () => {}): Promise<undefined> =>
    publishing(ctx, of.kind, async (ctx) => {
      const { present, subjectOf } = formsOf(of)
      const row = orNotFound(await repository.findForChange(ctx, of.kind, id))
      expectVersion(ctx, row.version)
      await expectFree(ctx)
      await removeRow(ctx, 'access_definitions', id)
      const subject = subjectOf(id, row.name)
      audit(ctx, `${of.subject}_DELETED`, { subject, before: present(row) })
      return undefined
    })

/** Reading and changing of one kind of definition: each has its schema, the rest is the same. */
export const definitionsOf = <S extends z.ZodObject>(of: Kind<S>) => {
  const { present } = formsOf(of)
  return {
    list: async (ctx: Context) => (await repository.list(ctx, of.kind)).map(present),
    /** @throws not_found */
    read: async (ctx: Context, id: string) => {
      const row = orNotFound(await repository.find(ctx, of.kind, id))
      return versioned(present(row), row.version)
    },
    create: creating(of),
    change: changing(of),
    remove: removing(of),
  } as const
}
