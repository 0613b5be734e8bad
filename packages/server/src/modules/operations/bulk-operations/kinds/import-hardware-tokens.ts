import { type TokenLayout, tokenLayoutOf } from '@signet/rules/token-layouts'
import { type Context, mayDo } from '../../../../kit/context.ts'
import {
  assignmentSets,
  expectStockRights,
  fileTokens,
  insertStock,
  leastSecretOf,
} from '../../../authenticators/hardware-tokens/index.ts'
import { tokenSets, usableAdapters } from '../../../authenticators/tokens/index.ts'
import {
  type BulkWork,
  denied,
  existingSubject,
  failed,
  faultBy,
  type Performing,
  type RowFault,
  type ValueRow,
  type Verdict,
} from '../bulk-work.ts'
import { describedToken } from './described-tokens.ts'
import { groupsOf, readGroups, unknownGroup } from './named-groups.ts'
import { keysOfSerial, nameOfSerial } from './target-held.ts'
import { type Owner, ownersOf } from './token-owners.ts'
import { translateToken } from './translated-tokens.ts'

type Stock = Parameters<typeof insertStock>[1][number]

interface Wanted {
  readonly row: ValueRow
  readonly stock: Stock
  readonly owner: Owner | null
}

interface Judging {
  readonly rows: readonly ValueRow[]
  readonly existing: Performing['existing']
  readonly layout: TokenLayout
}

/** What becomes of a row: a verdict, or a token to take in. */
const judgeWith = async (ctx: Context, { rows, existing, layout }: Judging) => {
  const groups = await readGroups(ctx, rows)
  const taken = await tokenSets.findTaken(ctx, rows.map(nameOfSerial))
  // Stock that is for nobody in particular is for those who see everybody.
  const least = await leastSecretOf(ctx)
  const known = { algorithms: await usableAdapters(ctx), least, layout }
  const owners = await ownersOf(ctx, rows)
  const withoutGroups = await faultBy(() => expectStockRights(ctx, []))
  return async (row: ValueRow): Promise<Verdict | Wanted> => {
    const refuse = (fault: RowFault): Verdict => failed(row, nameOfSerial(row), fault)
    if (taken.has(nameOfSerial(row))) {
      return existingSubject(row, nameOfSerial(row), { existing, column: 'serialNumber' })
    }
    const unknown = unknownGroup(row, groups)
    if (unknown !== null) return refuse(unknown)
    const ids = groupsOf(row, groups).map(({ id }) => id)
    if (ids.length === 0 && withoutGroups !== null) {
      return refuse({ ...withoutGroups, column: 'group' })
    }
    const judged = describedToken(row, known)
    if ('fault' in judged) return refuse(judged.fault)
    const owner = await owners(row, ids)
    return owner !== null && 'code' in owner
      ? refuse(owner)
      : { row, stock: { token: judged.token, groups: ids }, owner }
  }
}

/** Gives tokens to the people whom their rows name. */
const giveTo = async (
  ctx: Context,
  wanted: readonly Wanted[],
  made: readonly string[],
): Promise<void> => {
  const owned = wanted.flatMap(({ owner }, at) =>
    owner === null ? [] : [{ user: owner.user, id: made[at] ?? '' }],
  )
  if (owned.length === 0) return
  const ids = owned.map(({ id }) => id)
  const held = await tokenSets.hold(ctx, ids)
  const owners = [...new Set(owned.map(({ user }) => user.id))]
  const judge = await assignmentSets.judge(ctx, { owners, ids })
  const given = []
  for (const { user, id } of owned) {
    const token = held.get(id)
    if (token !== undefined) given.push(await judge({ token, user }))
  }
  await assignmentSets.give(ctx, given)
}

/** Puts tokens into the inventory by a file of their secrets, beside key files (RFC 6030). */
export const importHardwareTokens: BulkWork = {
  kind: 'importhardwaretokens',
  touches: ['tokens'],
  overlaps: true,
  apartWith: 'userId',
  translate: translateToken,
  nameOf: nameOfSerial,
  keysOf: keysOfSerial,
  columnOfKey: () => 'serialNumber',
  perform: async (ctx, rows, { dryRun, existing, file }) => {
    if (!mayDo(ctx, ['TOKENS', 'ADD'])) {
      return denied(rows, nameOfSerial)
    }
    const judge = await judgeWith(ctx, { rows, existing, layout: tokenLayoutOf(file) })
    const all: (Verdict | Wanted)[] = []
    for (const row of rows) all.push(await judge(row))
    const wanted = all.flatMap((each) => ('stock' in each ? [each] : []))
    const stock = wanted.map((each) => each.stock)
    const made = dryRun ? [] : await insertStock(ctx, stock)
    if (!dryRun) await giveTo(ctx, wanted, made)
    return [
      ...all.flatMap((each) => ('stock' in each ? [] : [each])),
      ...wanted.map(
        ({ row, stock: { token } }, at): Verdict => ({
          line: row.line,
          name: nameOfSerial(row),
          action: 'CREATE',
          subjectId: made[at] ?? null,
          assumed: fileTokens.assumptionsOf(token),
        }),
      ),
    ]
  },
}
