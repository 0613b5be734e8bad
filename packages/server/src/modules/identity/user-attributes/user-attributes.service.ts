import type { UserAttribute } from '@signet/contract/identity/user-attribute'
import type { UserAttributeChange } from '@signet/contract/identity/user-attributes'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { removeRow } from '../../../platform/db/row-sets.ts'
import { inUse } from '../roles/index.ts'
import { type Definition, forgetDefinitions, isSystemId, readDefinitions } from './definitions.ts'
import {
  type AttributeColumns,
  countUsersOf,
  findStoredForChange,
  listUsersOf,
  putAttribute,
} from './user-attributes.repository.ts'

type Wire = z.input<typeof UserAttribute>
type Wanted = z.output<typeof UserAttributeChange>

const present = ({
  field: _field,
  version: _version,
  isSubject: _subject,
  ...shown
}: Definition): Wire => ({
  ...shown,
  choices: [...shown.choices],
})

export const list = async (ctx: Context): Promise<Wire[]> =>
  (await readDefinitions(ctx)).map(present)

const orNotFound = foundOr('user_attribute_not_found')

const find = async (ctx: Context, id: string): Promise<Definition> =>
  orNotFound((await readDefinitions(ctx)).find((each) => each.id === id))

const answer = (definition: Definition) => versioned(present(definition), definition.version)

/** @throws user_attribute_not_found */
export const read = async (ctx: Context, id: string) => answer(await find(ctx, id))

const columnsOf = (id: string, wanted: Wanted): AttributeColumns => ({
  id,
  name: wanted.name,
  name_key: foldName(wanted.name),
  description: wanted.description,
  type: wanted.type,
  pattern: wanted.pattern,
  choices: wanted.type === 'CHOICE' ? wanted.choices : [],
  required: wanted.required,
  is_unique: wanted.unique,
  user_visible: wanted.userVisible || wanted.userEditable,
  user_editable: wanted.userEditable,
})

const refusingDuplicates = unique({
  user_attributes_tenant_id_name_key_key: 'user_attribute_exists',
})

const subjectOf = ({ id, name }: Definition) => ({ entity: 'USERATTRIBUTES', id, name })
const shown = (definition: Definition): Record<string, unknown> => ({ ...present(definition) })

const refuseSystemName = ({ name }: Wanted): void => {
  if (isSystemId(name)) throw new ApiError('user_attribute_exists')
}

/** @throws user_attribute_exists */
export const create = (ctx: Context, wanted: Wanted) =>
  refusingDuplicates(async () => {
    refuseSystemName(wanted)
    const made = await ctx.transaction(async (ctx) => {
      const id = ctx.platform.ids.uuid()
      await putAttribute(ctx, columnsOf(id, wanted))
      const definition = await find(ctx, id)
      audit(ctx, 'USER_ATTRIBUTE_CREATED', {
        subject: subjectOf(definition),
        after: shown(definition),
      })
      return definition
    })
    forgetDefinitions(ctx)
    return answer(made)
  })

const refuseUsed = async (ctx: Context, id: string): Promise<void> => {
  const count = await countUsersOf(ctx, id)
  if (count === 0) return
  const some = await listUsersOf(ctx, id, inUse.most)
  throw new ApiError('user_attribute_in_use', { parameters: inUse.told(ctx, count, some) })
}

const readForChange = async (ctx: Context, id: string): Promise<Definition> => {
  await findStoredForChange(ctx, id)
  const definition = await find(ctx, id)
  expectVersion(ctx, definition.version)
  return definition
}

/** @throws user_attribute_is_subject while applications know users by it */
const keepSubject = ({ isSubject }: Definition, isKept: boolean): void => {
  if (isSubject && !isKept) throw new ApiError('user_attribute_is_subject')
}

/**
 * An attribute that is about to become a subject, locked until the transaction ends.
 * @throws user_attribute_not_found
 */
export const holdDefinition = async (ctx: Context, id: string): Promise<Definition> => {
  await findStoredForChange(ctx, id)
  return find(ctx, id)
}

/** What the product brings stays as it is, all but whether everybody must have it. */
const systemColumns = ({ id, requiredFixed }: Definition, wanted: Wanted): AttributeColumns => ({
  ...columnsOf(id, { ...wanted, name: id, unique: false, type: 'TEXT', pattern: null }),
  required: wanted.required || requiredFixed,
})

/**
 * @throws user_attribute_not_found, user_attribute_exists, user_attribute_in_use,
 * user_attribute_is_subject, precondition_failed
 */
export const update = (ctx: Context, id: string, wanted: Wanted) =>
  refusingDuplicates(async () => {
    const after = await ctx.transaction(async (ctx) => {
      const before = await readForChange(ctx, id)
      const isSystem = isSystemId(id)
      if (!isSystem) {
        refuseSystemName(wanted)
        const isOther = wanted.type !== before.type || wanted.unique !== before.unique
        if (isOther) await refuseUsed(ctx, id)
        keepSubject(before, wanted.unique && !wanted.userEditable)
      }
      await putAttribute(ctx, isSystem ? systemColumns(before, wanted) : columnsOf(id, wanted))
      const definition = await find(ctx, id)
      audit(ctx, 'USER_ATTRIBUTE_UPDATED', {
        subject: subjectOf(definition),
        before: shown(before),
        after: shown(definition),
      })
      return definition
    })
    forgetDefinitions(ctx)
    return answer(after)
  })

/**
 * @throws user_attribute_not_found, user_attribute_built_in, user_attribute_in_use,
 * user_attribute_is_subject, precondition_failed
 */
export const remove = async (ctx: Context, id: string): Promise<undefined> => {
  await ctx.transaction(async (ctx) => {
    const definition = await readForChange(ctx, id)
    if (isSystemId(id)) throw new ApiError('user_attribute_built_in')
    keepSubject(definition, false)
    await refuseUsed(ctx, id)
    await removeRow(ctx, 'user_attributes', id)
    audit(ctx, 'USER_ATTRIBUTE_DELETED', {
      subject: subjectOf(definition),
      before: shown(definition),
    })
  })
  forgetDefinitions(ctx)
}
