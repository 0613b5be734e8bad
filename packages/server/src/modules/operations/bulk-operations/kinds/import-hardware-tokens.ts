import { type Context, mayDo } from '../../../../kit/context.ts'
import {
  expectStockRights,
  insertStock,
  leastSecretOf,
} from '../../../authenticators/hardware-tokens/index.ts'
import { tokenSets, usableAdapters } from '../../../authenticators/tokens/index.ts'
import {
  type BulkWork,
  failed,
  faultBy,
  type Performing,
  type RowFault,
  type ValueRow,
  type Verdict,
} from '../bulk-work.ts'
import { keysOfSerial, nameOfSerial } from './assign-tokens.ts'
import { describedToken } from './described-tokens.ts'
import { groupsOf, readGroups, unknownGroup } from './named-groups.ts'

type Stock = Parameters<typeof insertStock>[1][number]

interface Wanted {
  readonly row: ValueRow
  readonly stock: Stock
}

/** What becomes of a row: a verdict, or a token to take in. */
const judgeWith = async (
  ctx: Context,
  rows: readonly ValueRow[],
  existing: Performing['existing'],
) => {
  const groups = await readGroups(ctx, rows)
  const taken = await tokenSets.findTaken(ctx, rows.map(nameOfSerial))
  // Stock that is for nobody in particular is for those who see everybody.
  const known = { algorithms: await usableAdapters(ctx), least: await leastSecretOf(ctx) }
  const withoutGroups = await faultBy(() => expectStockRights(ctx, []))
  return (row: ValueRow): Verdict | Wanted => {
    const refuse = (fault: RowFault): Verdict => failed(row, nameOfSerial(row), fault)
    if (taken.has(nameOfSerial(row))) {
      return existing === 'SKIP'
        ? { line: row.line, name: nameOfSerial(row), action: 'SKIP' }
        : refuse({ code: 'bulk_subject_exists', column: 'serialNumber' })
    }
    const unknown = unknownGroup(row, groups)
    if (unknown !== null) return refuse(unknown)
    const ids = groupsOf(row, groups).map(({ id }) => id)
    if (ids.length === 0 && withoutGroups !== null) {
      return refuse({ ...withoutGroups, column: 'group' })
    }
    const judged = describedToken(row, known)
    return 'fault' in judged
      ? refuse(judged.fault)
      : { row, stock: { token: judged.token, groups: ids } }
  }
}

/** Puts tokens into the inventory by a file of their secrets, beside key files (RFC 6030). */
export const importHardwareTokens: BulkWork = {
  kind: 'importhardwaretokens',
  touches: ['tokens'],
  overlaps: true,
  nameOf: nameOfSerial,
  keysOf: keysOfSerial,
  columnOfKey: () => 'serialNumber',
  perform: async (ctx, rows, { dryRun, existing }) => {
    if (!mayDo(ctx, ['TOKENS', 'ADD'])) {
      return rows.map((row) => failed(row, nameOfSerial(row), { code: 'access_denied' }))
    }
    const judge = await judgeWith(ctx, rows, existing)
    const all = rows.map(judge)
    const wanted = all.flatMap((each) => ('stock' in each ? [each] : []))
    const stock = wanted.map((each) => each.stock)
    const made = dryRun ? [] : await insertStock(ctx, stock)
    return [
      ...all.flatMap((each) => ('stock' in each ? [] : [each])),
      ...wanted.map(({ row }, at): Verdict => {
        const subjectId = made[at] ?? null
        return { line: row.line, name: nameOfSerial(row), action: 'CREATE', subjectId }
      }),
    ]
  },
}
