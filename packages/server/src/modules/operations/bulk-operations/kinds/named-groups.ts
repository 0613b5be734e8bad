import { foldName } from '@signet/rules/text'
import type { Context } from '../../../../kit/context.ts'
import { groupSets } from '../../../identity/groups/index.ts'
import { listIn, type RowFault, type ValueRow } from '../bulk-work.ts'

export type Group = Awaited<ReturnType<typeof groupSets.findForLink>>[number]
/** By their names, as these are compared. */
export type KnownGroups = ReadonlyMap<string, Group>

/** Names as they are compared, each once, with how they are written. */
export const groupsIn = ({ values }: ValueRow): ReadonlyMap<string, string> =>
  new Map(listIn(values.group ?? '').map((name) => [foldName(name), name]))

/** The groups that rows name, as far as the actor knows of them. */
export const readGroups = async (ctx: Context, rows: readonly ValueRow[]): Promise<KnownGroups> => {
  const names = new Set(rows.flatMap((row) => [...groupsIn(row).keys()]))
  const groups = await groupSets.findForLink(ctx, { names: [...names] })
  return new Map(groups.map((group) => [group.name_key, group]))
}

export const groupsOf = (row: ValueRow, known: KnownGroups): readonly Group[] =>
  [...groupsIn(row).keys()].flatMap((key) => known.get(key) ?? [])

export const unknownGroup = (row: ValueRow, known: KnownGroups): RowFault | null => {
  const unknown = [...groupsIn(row)].find(([key]) => !known.has(key))
  return unknown === undefined
    ? null
    : { code: 'group_not_found', column: 'group', message: unknown[1] }
}
