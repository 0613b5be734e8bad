import type { NewBulkOperation } from '@signet/contract/operations/bulk-operations'
import { type BulkKindName, bulkKindOf } from '@signet/rules/bulk'
import type { z } from 'zod'
import { type Context, mayDo } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import type { BulkMappingEntry } from '../../../../platform/db/schema/bulk-operations.ts'
import { userSets } from '../../../identity/users/index.ts'
import { ownerInSight } from '../../saved-reports/index.ts'
import { findOperation, findResults } from '../bulk-operations.repository.ts'
import { expectMapping } from './bulk-mapping.ts'
import { expectTold, toldOnce } from './told-once.ts'

type Lines = AsyncIterable<readonly (readonly string[])[]>

export interface Source {
  readonly name: 'FILE' | 'USERS' | 'OPERATION'
  readonly headers: readonly string[]
  readonly mapping: readonly BulkMappingEntry[]
  /** The rows that the server writes down itself; null for an uploaded file. */
  readonly rows: ((ctx: Context) => Lines) | null
}

type Wanted = z.output<typeof NewBulkOperation>

const refused = (path: string, message: string): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: `body.${path}`, message }] })

const ids = (all: readonly string[]): readonly (readonly string[])[] => all.map((id) => [id])

async function* matching(ctx: Context, users: NonNullable<Wanted['users']>): Lines {
  for await (const some of userSets.matching(ctx, users)) yield ids(some)
}

async function* named(userIds: readonly string[]): Lines {
  yield ids(userIds)
}

/** Whom another operation changed, with what stood there before. */
async function* formerOf(
  ctx: Context,
  operationId: string,
  columns: readonly string[],
): AsyncGenerator<readonly (readonly string[])[]> {
  let after = 0
  for (;;) {
    const batch = await findResults(ctx, { operationId, after, onlyFailed: false })
    if (batch === undefined) return
    after = batch.from_line
    yield batch.entries.flatMap(([, , action, id, , , , before]) =>
      action !== 'UPDATE' || id === null || before === undefined || before === null
        ? []
        : [[id, ...columns.map((column) => before[column] ?? '')]],
    )
  }
}

const targets = new Set(['id', 'userId'])

const ofUsers = async (
  ctx: Context,
  kind: BulkKindName,
  { users, userIds = [], values = {} }: Wanted,
): Promise<Source> => {
  const mapping = [
    { column: 'id', source: 0, value: null },
    ...Object.entries(values).map(([column, value]) => ({ column, source: null, value })),
  ]
  await expectMapping(ctx, kind, { mapping, headers: 1 })
  const rows = (ctx: Context): Lines =>
    users === undefined ? named(userIds) : matching(ctx, users)
  return { name: 'USERS', headers: ['id'], mapping, rows }
}

/** @throws not_found, invalid_parameters for one that cannot be taken back */
const expectOperation = async (ctx: Context, kind: BulkKindName, id: string): Promise<void> => {
  const found = await findOperation(ctx, id)
  const owner = ownerInSight(ctx)
  if (found === undefined || (owner !== null && owner !== found.owner_id))
    throw new ApiError('not_found')
  if (found.kind !== kind) throw refused('operationId', 'is of another kind')
  if (!bulkKindOf(kind).reversible) throw refused('operationId', 'cannot be taken back')
  if (found.started_at === null || found.ended_at === null) {
    throw refused('operationId', 'has not come to an end')
  }
}

const ofOperation = async (
  ctx: Context,
  kind: BulkKindName,
  operationId: string,
): Promise<Source> => {
  await expectOperation(ctx, kind, operationId)
  const columns = bulkKindOf(kind)
    .columns.map(({ name }) => name)
    .filter((name) => !targets.has(name))
  const headers = ['id', ...columns]
  return {
    name: 'OPERATION',
    headers,
    mapping: headers.map((column, source) => ({ column, source, value: null })),
    rows: (ctx) => formerOf(ctx, operationId, columns),
  }
}

/** What comes with a file is what the kind asks once. */
const ofFile = async (
  ctx: Context,
  kind: BulkKindName,
  values: Readonly<Record<string, string>>,
): Promise<Source> => {
  const mapping = Object.entries(values).map(([column, value]) => ({ column, source: null, value }))
  const stray = mapping.length - toldOnce(kind, mapping).length
  if (stray > 0) throw refused('values', 'go with users or userIds')
  const missing = bulkKindOf(kind).columns.find(
    ({ name, once, required }) => once === true && required && values[name] === undefined,
  )
  if (missing !== undefined) throw refused(`values.${missing.name}`, 'is needed')
  await expectTold(ctx, mapping, 'body.values')
  return { name: 'FILE', headers: [], mapping, rows: null }
}

/**
 * Where the rows come from. The users that match now are written down as the operation's file:
 * what was confirmed is what is done, whoever comes to match later.
 * @throws invalid_parameters, not_found, access_denied
 */
export const sourceOf = async (
  ctx: Context,
  kind: BulkKindName,
  wanted: Wanted,
): Promise<Source> => {
  const { users, userIds, operationId, values } = wanted
  const given = [users, userIds, operationId].filter((each) => each !== undefined)
  if (given.length > 1) throw refused('users', 'goes without userIds and operationId')
  if (operationId !== undefined) {
    if (values !== undefined) throw refused('values', 'go with users or userIds')
    return ofOperation(ctx, kind, operationId)
  }
  if (given.length === 0) return ofFile(ctx, kind, values ?? {})
  if (!bulkKindOf(kind).fromFilter) throw refused('users', 'is not for this kind')
  if (!mayDo(ctx, ['USERS', 'VIEW'])) throw new ApiError('access_denied')
  return ofUsers(ctx, kind, wanted)
}
