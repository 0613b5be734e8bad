import { foldName } from '@signet/rules/text'
import { type Context, mayDo } from '../../../../kit/context.ts'
import { groupSets, seesGroup } from '../../../identity/groups/index.ts'
import {
  type BulkWork,
  failed,
  type RowFault,
  uuidOf,
  type ValueRow,
  type Verdict,
} from '../bulk-work.ts'

type Group = Awaited<ReturnType<typeof groupSets.find>>[number]
type Uses = Awaited<ReturnType<typeof groupSets.usesOf>>

const nameOf = ({ values }: ValueRow): string => values.name ?? values.id ?? ''

const readNamed = async (ctx: Context, rows: readonly ValueRow[]) => {
  const groups = await groupSets.find(ctx, {
    ids: rows.flatMap(({ values: { id } }) => uuidOf(id) ?? []),
    names: rows.flatMap(({ values: { id, name } }) =>
      id === undefined && name !== undefined ? [foldName(name)] : [],
    ),
  })
  const seen = groups.filter(({ id }) => seesGroup(ctx, id))
  const byId = new Map(seen.map((group) => [group.id, group]))
  const byName = new Map(seen.map((group) => [group.name_key, group]))
  return ({ values: { id, name = '' } }: ValueRow): Group | undefined =>
    id === undefined ? byName.get(foldName(name)) : byId.get(uuidOf(id) ?? '')
}

const useText = (ctx: Context, { hasMembers, roles }: NonNullable<ReturnType<Uses['get']>>) => {
  const names = mayDo(ctx, ['ROLES', 'VIEW']) ? roles.join(', ') : String(roles.length)
  const parts = [
    ...(hasMembers ? ['has members'] : []),
    ...(roles.length > 0 ? [`roles: ${names}`] : []),
  ]
  return parts.join('; ')
}

/** Deletes groups that nobody is in and no role is limited to. */
export const deleteGroups: BulkWork = {
  kind: 'deletegroups',
  touches: ['groups'],
  nameOf,
  keysOf: ({ values: { id, name } }) => {
    if (id !== undefined) return [`g:${id.toLowerCase()}`]
    return name === undefined ? [] : [`n:${foldName(name)}`]
  },
  perform: async (ctx, rows, { dryRun }) => {
    const isAllowed = mayDo(ctx, ['GROUPS', 'REMOVE'])
    const named = await readNamed(ctx, rows)
    const uses = await groupSets.usesOf(
      ctx,
      rows.flatMap((row) => named(row)?.id ?? []),
    )
    const gone = new Map<string, Group>()
    const faultFor = (group: Group | undefined): RowFault | null => {
      if (!isAllowed) return { code: 'access_denied' }
      if (group === undefined) return { code: 'group_not_found' }
      if (gone.has(group.id)) return { code: 'bulk_row_repeated' }
      const use = uses.get(group.id)
      return use === undefined ? null : { code: 'bulk_group_in_use', message: useText(ctx, use) }
    }
    const verdicts = rows.map((row): Verdict => {
      const group = named(row)
      const fault = faultFor(group)
      if (fault !== null || group === undefined) {
        const column = row.values.id === undefined ? 'name' : 'id'
        return failed(row, nameOf(row), { column, ...(fault ?? { code: 'group_not_found' }) })
      }
      gone.set(group.id, group)
      return { line: row.line, name: group.name, action: 'DELETE', subjectId: group.id }
    })
    if (!dryRun) await groupSets.remove(ctx, [...gone.values()])
    return verdicts
  },
}
