import type { Need } from '@signet/rules/permissions'
import { type Context, mayDo } from '../../../../kit/context.ts'
import { seesMemberOf } from '../../../identity/groups/index.ts'
import { userSets } from '../../../identity/users/index.ts'
import {
  type BulkWork,
  failed,
  faultBy,
  type RowFault,
  uuidOf,
  type ValueRow,
  type Verdict,
} from '../bulk-work.ts'

/* Authenticators that people hold, or that lie in the inventory: tokens and cards. */

export const nameOfSerial = ({ values }: ValueRow): string => values.serialNumber ?? ''
export const keysOfSerial = ({ values: { serialNumber } }: ValueRow): readonly string[] =>
  serialNumber === undefined ? [] : [`s:${serialNumber}`]

export const nameOfHeld = ({ values }: ValueRow): string => values.serialNumber ?? values.id ?? ''

export const keysOfHeld = ({ values: { id, serialNumber } }: ValueRow): readonly string[] => {
  if (id !== undefined) return [`t:${id.toLowerCase()}`]
  return serialNumber === undefined ? [] : [`s:${serialNumber}`]
}

export interface Held {
  readonly id: string
  readonly user_id: string | null
}

interface Sought {
  readonly ids: readonly string[]
  readonly serials: readonly string[]
}

/** What is known of one sort of them. */
export interface Inventory<T extends Held> {
  readonly find: (ctx: Context, sought: Sought) => Promise<readonly Held[]>
  /** Those that are still there, held until the transaction ends. */
  readonly hold: (ctx: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, T>>
  /** As rows spell it. */
  readonly serialOf: (held: T) => string
  /** Groups that those are for which nobody has. */
  readonly groupsOf: (
    ctx: Context,
    stock: readonly T[],
  ) => Promise<ReadonlyMap<string, readonly { readonly id: string }[]>>
}

export interface HeldTarget<T> {
  readonly row: ValueRow
  readonly held: T
}

interface HeldTargets<T> {
  readonly targets: readonly HeldTarget<T>[]
  readonly refused: readonly Verdict[]
}

export const verdictOnHeld = <T extends Held>(
  { serialOf }: Pick<Inventory<T>, 'serialOf'>,
  { row, held }: HeldTarget<T>,
  action: 'UPDATE' | 'DELETE' | 'SKIP',
): Verdict => ({ line: row.line, name: serialOf(held), action, subjectId: held.id })

/** What each row names, with its owner's row held before its own. */
const readNamed = async <T extends Held>(
  ctx: Context,
  inventory: Inventory<T>,
  rows: readonly ValueRow[],
) => {
  const found = await inventory.find(ctx, {
    ids: rows.flatMap(({ values: { id } }) => uuidOf(id) ?? []),
    serials: rows.flatMap(({ values: { id, serialNumber } }) =>
      id === undefined && serialNumber !== undefined ? [serialNumber] : [],
    ),
  })
  const owners = await userSets.find(ctx, [
    ...new Set(found.flatMap(({ user_id: owner }) => owner ?? [])),
  ])
  const known = found.filter(({ user_id: owner }) => owner === null || owners.has(owner))
  const held = await inventory.hold(
    ctx,
    known.map(({ id }) => id),
  )
  const all = [...held.values()]
  const bySerial = new Map(all.map((each) => [inventory.serialOf(each), each]))
  const stock = all.filter(({ user_id: owner }) => owner === null)
  return {
    owners,
    groups: await inventory.groupsOf(ctx, stock),
    heldBy: ({ values: { id, serialNumber = '' } }: ValueRow): T | undefined =>
      id === undefined ? bySerial.get(serialNumber) : held.get(uuidOf(id) ?? ''),
  }
}

export interface Asked<T extends Held> {
  readonly needs: Need
  readonly inventory: Inventory<T>
}

/** What the rows name, held; rows whose token or card is not there or out of reach are refused. */
export const findHeld = async <T extends Held>(
  ctx: Context,
  rows: readonly ValueRow[],
  { needs, inventory }: Asked<T>,
): Promise<HeldTargets<T>> => {
  const isAllowed = mayDo(ctx, needs)
  const { owners, groups, heldBy } = await readNamed(ctx, inventory, rows)
  const taken = new Set<string>()
  const faultFor = async (held: T | undefined): Promise<RowFault | null> => {
    if (!isAllowed) return { code: 'access_denied' }
    if (held === undefined) return { code: 'not_found' }
    if (taken.has(held.id)) return { code: 'bulk_row_repeated' }
    if (held.user_id === null) {
      return seesMemberOf(ctx, groups.get(held.id) ?? []) ? null : { code: 'not_found' }
    }
    const owner = owners.get(held.user_id)
    return owner === undefined
      ? { code: 'not_found' }
      : faultBy(() => userSets.expectAuthorityOver(ctx, owner))
  }
  const targets: HeldTarget<T>[] = []
  const refused: Verdict[] = []
  for (const row of rows) {
    const held = heldBy(row)
    const fault = await faultFor(held)
    if (fault !== null || held === undefined) {
      const column = row.values.id === undefined ? 'serialNumber' : 'id'
      refused.push(failed(row, nameOfHeld(row), { column, ...fault, code: fault?.code ?? '' }))
    } else {
      taken.add(held.id)
      targets.push({ row, held })
    }
  }
  return { targets, refused }
}

interface Deletion<T extends Held> extends Asked<T>, Pick<BulkWork, 'kind' | 'touches'> {
  readonly remove: (ctx: Context, held: readonly T[]) => Promise<unknown>
}

/** Deletes tokens or cards. */
export const deletionOf = <T extends Held>({
  kind,
  touches,
  remove,
  ...asked
}: Deletion<T>): BulkWork => ({
  kind,
  touches,
  nameOf: nameOfHeld,
  keysOf: keysOfHeld,
  perform: async (ctx, rows, { dryRun }) => {
    const { targets, refused } = await findHeld(ctx, rows, asked)
    const all = targets.map(({ held }) => held)
    if (!dryRun) await remove(ctx, all)
    const gone = targets.map((target) => verdictOnHeld(asked.inventory, target, 'DELETE'))
    return [...refused, ...gone]
  },
})
