import { type Context, mayDo } from '../../../../kit/context.ts'
import { gridSets } from '../../../authenticators/grids/index.ts'
import {
  type BulkWork,
  denied,
  failed,
  type Performing,
  type RowFault,
  type ValueRow,
  type Verdict,
} from '../bulk-work.ts'
import { groupsOf, type KnownGroups, readGroups, unknownGroup } from './named-groups.ts'

type Batch = Parameters<typeof gridSets.make>[1][number]

/** Cards of one row, as of one call. */
const mostOfRow = 500

const nameOf = ({ values }: ValueRow): string => values.numberOfGrids ?? ''

const numberIn = (row: ValueRow): number | null => {
  const number = Number(nameOf(row))
  return /^\d{1,3}$/.test(nameOf(row)) && number >= 1 && number <= mostOfRow ? number : null
}

interface Judged {
  readonly row: ValueRow
  readonly batch: Batch
}

const unfit = { code: 'bulk_value_unfit', column: 'numberOfGrids', message: `1-${mostOfRow}` }

/** Judges row by row, as long as there is room for more cards. */
const judgeAll = (
  rows: readonly ValueRow[],
  { known, room }: { readonly known: KnownGroups; readonly room: number },
) => {
  let left = room
  const wanted: Judged[] = []
  const refused: Verdict[] = []
  const judge = (row: ValueRow): RowFault | null => {
    const numberOfGrids = numberIn(row)
    if (numberOfGrids === null) return unfit
    const unknown = unknownGroup(row, known)
    if (unknown !== null) return unknown
    if (numberOfGrids > left) return { code: 'grid_limit_reached', column: 'numberOfGrids' }
    left -= numberOfGrids
    const groups = groupsOf(row, known).map(({ id }) => id)
    wanted.push({ row, batch: { numberOfGrids, groups } })
    return null
  }
  for (const row of rows) {
    const fault = judge(row)
    if (fault !== null) refused.push(failed(row, nameOf(row), fault))
  }
  return { wanted, refused }
}

const perform = async (
  ctx: Context,
  rows: readonly ValueRow[],
  { dryRun, wouldCreate }: Performing,
): Promise<readonly Verdict[]> => {
  if (!mayDo(ctx, ['GRIDS', 'ADD'])) {
    return denied(rows, nameOf)
  }
  const known = await readGroups(ctx, rows)
  const { last, left } = await gridSets.room(ctx)
  // A trial made nothing of the rows before, which hold a card each at least.
  const { wanted, refused } = judgeAll(rows, { known, room: dryRun ? left - wouldCreate : left })
  const batches = wanted.map(({ batch }) => batch)
  const numbers = dryRun ? [] : await gridSets.make(ctx, batches, last)
  const created = ({ row }: Judged, at: number): Verdict => ({
    line: row.line,
    name: numbers[at] ?? nameOf(row),
    action: 'CREATE',
  })
  return [...refused, ...wanted.map(created)]
}

/** Makes cards that nobody has: each row says how many, and of which groups. */
export const makeUnassignedGrids: BulkWork = {
  kind: 'unassignedgrids',
  touches: ['grids'],
  nameOf,
  keysOf: () => [],
  perform,
}
