import { type Context, mayDo } from '../../../../kit/context.ts'
import { gridSets } from '../../../authenticators/grids/index.ts'
import { settings } from '../../../settings/families/index.ts'
import {
  type BulkWork,
  created,
  denied,
  existingSubject,
  failed,
  type Performing,
  type RowFault,
  type ValueRow,
  type Verdict,
} from '../bulk-work.ts'
import { groupsOf, type KnownGroups, readGroups, unknownGroup } from './named-groups.ts'
import { printedCard, type Tenants } from './printed-cards.ts'
import { keysOfSerial, nameOfSerial } from './target-held.ts'

type NewCard = Parameters<typeof gridSets.insert>[1][number]

interface Known {
  readonly groups: KnownGroups
  readonly tenants: Tenants
  /** Numbers that cards have already, whoever knows of them. */
  readonly taken: ReadonlySet<string>
  readonly existing: Performing['existing']
}

const readKnown = async (
  ctx: Context,
  rows: readonly ValueRow[],
  existing: Performing['existing'],
): Promise<Known> => {
  const serials = rows.flatMap(({ values: { serialNumber = '' } }) =>
    /^[1-9]\d{0,8}$/.test(serialNumber) ? [Number(serialNumber)] : [],
  )
  const found = await gridSets.find(ctx, { serials })
  return {
    groups: await readGroups(ctx, rows),
    tenants: await settings.grid(ctx),
    taken: new Set(found.map(({ serial }) => String(serial))),
    existing,
  }
}

const judged = (
  row: ValueRow,
  { groups, tenants, taken, existing }: Known,
): Verdict | { readonly row: ValueRow; readonly wanted: NewCard } => {
  const refuse = (fault: RowFault): Verdict => failed(row, nameOfSerial(row), fault)
  if (taken.has(nameOfSerial(row))) {
    return existingSubject(row, nameOfSerial(row), { existing, column: 'serialNumber' })
  }
  const unknown = unknownGroup(row, groups)
  if (unknown !== null) return refuse(unknown)
  const printed = printedCard(row, tenants)
  if ('fault' in printed) return refuse(printed.fault)
  const ids = groupsOf(row, groups).map(({ id }) => id)
  return { row, wanted: { printed: printed.card, groups: ids } }
}

const perform = async (
  ctx: Context,
  rows: readonly ValueRow[],
  { dryRun, wouldCreate, existing }: Performing,
): Promise<readonly Verdict[]> => {
  if (!mayDo(ctx, ['GRIDS', 'ADD'])) {
    return denied(rows, nameOfSerial)
  }
  const { left } = await gridSets.room(ctx)
  const room = dryRun ? left - wouldCreate : left
  const known = await readKnown(ctx, rows, existing)
  const all = rows.map((row) => judged(row, known))
  const fitting = all.flatMap((each) => ('wanted' in each ? [each] : []))
  const able = fitting.slice(0, Math.max(0, room))
  const beyond = fitting.slice(able.length)
  const made = dryRun
    ? []
    : await gridSets.insert(
        ctx,
        able.map(({ wanted }) => wanted),
      )
  return [
    ...all.flatMap((each) => ('wanted' in each ? [] : [each])),
    ...created(able, nameOfSerial, made),
    ...beyond.map(({ row }) => failed(row, nameOfSerial(row), { code: 'grid_limit_reached' })),
  ]
}

/** Takes over cards that were printed elsewhere, with their contents; nobody has them yet. */
export const importGrids: BulkWork = {
  kind: 'importgrids',
  touches: ['grids'],
  nameOf: nameOfSerial,
  keysOf: keysOfSerial,
  columnOfKey: () => 'serialNumber',
  perform,
}
