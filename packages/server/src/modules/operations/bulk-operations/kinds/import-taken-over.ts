import { type Context, mayDo } from '../../../../kit/context.ts'
import { gridSets } from '../../../authenticators/grids/index.ts'
import {
  assignmentSets,
  type ImportedToken,
  insertStock,
  leastSecretOf,
} from '../../../authenticators/hardware-tokens/index.ts'
import { tokenSets, usableAdapters } from '../../../authenticators/tokens/index.ts'
import { settings } from '../../../settings/families/index.ts'
import {
  type BulkWork,
  created,
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
import { printedCard } from './printed-cards.ts'
import { nameOfSerial } from './target-held.ts'
import { findTargets, type Target } from './target-users.ts'
import { translateToken } from './translated-tokens.ts'

/* One row is a card or a token that a person has from the server before, with its secret. */

const isCard = ({ values: { contents } }: ValueRow): boolean => contents !== undefined

type Card = Parameters<typeof gridSets.insert>[1][number]['printed']
type Judged<T> = { readonly fault: RowFault } | { readonly made: T }

/** One sort of what is taken over. */
interface Sort<T> {
  /** What a row tells of it, or what is wrong with that. */
  readonly read: (row: ValueRow) => Judged<T>
  /** Serial numbers that are there already, whoever knows of them. */
  readonly taken: ReadonlySet<string>
  /** @throws token_limit_reached, grid_limit_reached */
  readonly takeRoom: (user: Target['user']) => Promise<void>
  /** Writes them and gives them to their owners, each with its events; the ids, in order. */
  readonly give: (wanted: readonly Wanted<T>[]) => Promise<readonly string[]>
}

interface Wanted<T> {
  readonly target: Target
  readonly made: T
}

const ownersOf = (targets: readonly Target[]): string[] => [
  ...new Set(targets.map(({ user }) => user.id)),
]

const cardsOf = async (ctx: Context, targets: readonly Target[]): Promise<Sort<Card>> => {
  const tenants = await settings.grid(ctx)
  const serials = targets
    .map(({ row }) => nameOfSerial(row))
    .filter((serial) => /^[1-9]\d{0,8}$/.test(serial))
  const takeRoom = await gridSets.rooms(ctx, ownersOf(targets))
  // After the owners, as where a card is made for one: others wait who take the next numbers.
  if (targets.length > 0) await gridSets.room(ctx)
  const found = await gridSets.find(ctx, { serials: serials.map(Number) })
  return {
    read: (row) => {
      const judged = printedCard(row, tenants)
      return 'fault' in judged ? judged : { made: judged.card }
    },
    taken: new Set(found.map(({ serial }) => String(serial))),
    takeRoom,
    give: async (wanted) => {
      const ids = await gridSets.insert(
        ctx,
        wanted.map(({ made }) => ({ printed: made, groups: [] })),
      )
      const held = await gridSets.hold(ctx, ids)
      const judge = await gridSets.judge(ctx, ownersOf(wanted.map(({ target }) => target)))
      const given = []
      for (const [at, { target }] of wanted.entries()) {
        const card = held.get(ids[at] ?? '')
        if (card !== undefined) given.push(await judge(card, target.user))
      }
      await gridSets.give(ctx, given)
      return ids
    },
  }
}

const tokensOf = async (ctx: Context, targets: readonly Target[]): Promise<Sort<ImportedToken>> => {
  const known = { algorithms: await usableAdapters(ctx), least: await leastSecretOf(ctx) }
  return {
    read: (row) => {
      const judged = describedToken(row, known)
      return 'fault' in judged ? judged : { made: judged.token }
    },
    taken: await tokenSets.findTaken(
      ctx,
      targets.map(({ row }) => nameOfSerial(row)),
    ),
    takeRoom: await tokenSets.rooms(ctx, ownersOf(targets)),
    give: async (wanted) => {
      const ids = await insertStock(
        ctx,
        wanted.map(({ made }) => ({ token: made, groups: [] })),
      )
      const held = await tokenSets.hold(ctx, ids)
      const owners = ownersOf(wanted.map(({ target }) => target))
      const judge = await assignmentSets.judge(ctx, { owners, ids })
      const given = []
      for (const [at, { target }] of wanted.entries()) {
        const token = held.get(ids[at] ?? '')
        if (token !== undefined) given.push(await judge({ token, user: target.user, isHeld: true }))
      }
      await assignmentSets.give(ctx, given)
      return ids
    },
  }
}

const judged = async <T>(
  { row, user }: Target,
  { read, taken, takeRoom }: Sort<T>,
  existing: Performing['existing'],
): Promise<Verdict | { readonly made: T }> => {
  const name = nameOfSerial(row)
  if (taken.has(name)) {
    return existingSubject(row, name, { existing, column: 'serialNumber' })
  }
  const told = read(row)
  if ('fault' in told) return failed(row, name, told.fault)
  const full = await faultBy(() => takeRoom(user))
  return full === null ? told : failed(row, name, { ...full, column: 'userId' })
}

interface Taking<T> {
  readonly entity: 'GRIDS' | 'TOKENS'
  readonly sortOf: (ctx: Context, targets: readonly Target[]) => Promise<Sort<T>>
  readonly rows: readonly ValueRow[]
}

const takeOver = async <T>(
  ctx: Context,
  { entity, sortOf, rows }: Taking<T>,
  { dryRun, existing }: Performing,
): Promise<readonly Verdict[]> => {
  if (!mayDo(ctx, [entity, 'ADD'])) {
    return denied(rows, nameOfSerial)
  }
  const asked = { needs: [entity, 'EDIT'], onSelf: true, onSame: true } as const
  const { targets, refused } = await findTargets(ctx, rows, asked)
  const sort = await sortOf(ctx, targets)
  const verdicts = [...refused]
  const wanted: Wanted<T>[] = []
  for (const target of targets) {
    const each = await judged(target, sort, existing)
    if ('made' in each) wanted.push({ target, made: each.made })
    else verdicts.push(each)
  }
  const ids = dryRun ? [] : await sort.give(wanted)
  const made = wanted.map(({ target }) => target)
  return [...verdicts, ...created(made, nameOfSerial, ids)]
}

/** Rows that are neither a card nor a token, or both at once. */
const unclear = (row: ValueRow): boolean => isCard(row) === (row.values.secret !== undefined)

/** Takes over what people have from another server: they go on with the same cards and tokens. */
export const importTakenOver: BulkWork = {
  kind: 'importidentityguard',
  touches: ['tokens', 'grids'],
  nameOf: nameOfSerial,
  keysOf: (row) => {
    const { serialNumber } = row.values
    return serialNumber === undefined ? [] : [`${isCard(row) ? 'g' : 's'}:${serialNumber}`]
  },
  columnOfKey: () => 'serialNumber',
  translate: translateToken,
  perform: async (ctx, rows, how) => {
    const refused = rows.filter(unclear).map((row) =>
      failed(row, nameOfSerial(row), {
        code: 'bulk_value_unfit',
        column: 'contents',
        message: 'either the cells of a card or the secret of a token',
      }),
    )
    const clear = rows.filter((row) => !unclear(row))
    const cards = clear.filter(isCard)
    const tokens = clear.filter((row) => !isCard(row))
    return [
      ...refused,
      ...(await takeOver(ctx, { entity: 'GRIDS', sortOf: cardsOf, rows: cards }, how)),
      ...(await takeOver(ctx, { entity: 'TOKENS', sortOf: tokensOf, rows: tokens }, how)),
    ]
  },
}
