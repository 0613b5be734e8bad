import { chooseCells, showCells } from '@signet/algorithms/grid'
import type { GridChallenge } from '@signet/contract/access/authentication'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import {
  exposureOf,
  namedCells,
  namesOf,
  placesOf,
  shapeOf,
  shownOf,
  storedShown,
} from './grid-cells.ts'
import {
  findChallenge,
  firstUnused,
  putChallenge,
  type StoredChallenge,
} from './grid-challenges.repository.ts'
import type { GridCard } from './grids.repository.ts'

/**
 * Cells are asked until they are answered, for a day at most: asking again must not be a way to wait
 * for cells one knows.
 */
const sameCellsMillis = 86_400_000

/** Sets of cells looked at in one question whether they were answered before. */
const proposals = 12

interface Asking {
  /** A user's id, a stranger's key, or `claim:<user id>`. */
  readonly subject: string
  /** The cards that may answer; none for strangers, who are asked alike. */
  readonly cards: readonly GridCard[]
}

/** What all cards have: the smallest number of rows and columns, and when each place was shown last. */
const commonOf = async (ctx: Context, { subject, cards }: Asking) => {
  const made = await settings.grid(ctx, cards[0]?.user_id ?? subject)
  const shapes = cards.map(shapeOf)
  const least = (of: 'rows' | 'columns'): number =>
    shapes.length === 0 ? made[of] : Math.min(...shapes.map((shape) => shape[of]))
  const shape = { rows: least('rows'), columns: least('columns') }
  const uses = Math.max(0, ...cards.map((card) => card.uses))
  const shown = cards.reduce<readonly number[]>(
    (before, card) => {
      const own = shownOf(card)
      return before.map((last, cell) => {
        const place = Math.floor(cell / shape.columns) * card.columns + (cell % shape.columns)
        const use = own[place] ?? 0
        // How long ago counts: cards are used a different number of times.
        return use === 0 ? last : Math.max(last, use + uses - card.uses)
      })
    },
    Array.from({ length: shape.rows * shape.columns }, () => 0),
  )
  const cellLength = shapes[0]?.cellLength ?? made.cellLength
  return { shape: { ...shape, cellLength }, shown, made }
}
type Common = Awaited<ReturnType<typeof commonOf>>

/** Cells that no card was asked by before. */
const newNames = async (
  ctx: Context,
  cards: readonly GridCard[],
  { shape, shown, made }: Common,
): Promise<string> => {
  const random = (count: number) => ctx.platform.ids.random(count)
  const ids = cards.map(({ id }) => id)
  for (let tries = 0; tries < 20; tries += 1) {
    const proposed = Array.from({ length: proposals }, () =>
      namesOf(chooseCells(shown, made.challengeCells, random), shape),
    )
    const unused = await firstUnused(ctx, ids, proposed)
    if (unused !== undefined) return unused
  }
  throw new Error('a grid card has no challenge left')
}

const waits = (ctx: Context, found: StoredChallenge | undefined, { shape }: Common): boolean => {
  if (found === undefined || found.answered_at !== null) return false
  const age = ctx.platform.clock.now().getTime() - found.asked_at.getTime()
  return age < sameCellsMillis && placesOf(found.cells, shape) !== null
}

/** The challenge that waits, or one in its place. */
const present = async (ctx: Context, { subject, cards }: Asking, common: Common) => {
  const now = ctx.platform.clock.now()
  const found = await findChallenge(ctx, subject)
  const isSame = waits(ctx, found, common)
  if (isSame && found !== undefined && found.expires_at > now) return found
  const next = {
    subject,
    id: ctx.platform.ids.uuid(),
    cells: isSame && found !== undefined ? found.cells : await newNames(ctx, cards, common),
    asked_at: isSame && found !== undefined ? found.asked_at : now,
    expires_at: new Date(now.getTime() + common.made.challengeSeconds * 1000),
    answered_at: null,
    before: found?.id ?? null,
  }
  const put = await putChallenge(ctx, next)
  if (put !== undefined) return put
  const other = await findChallenge(ctx, subject)
  if (other === undefined) throw new Error('a challenge went away while it was asked')
  return other
}

interface AskedCells {
  /** Names the challenge: the answer has to come with it. */
  readonly id: string
  readonly until: number
  readonly shown: z.input<typeof GridChallenge>
}

/**
 * Cells to be read off a card. Until they are answered the same ones are asked, whoever asks and in
 * how many transactions.
 */
export const askCells = async (
  ctx: Context,
  asking: Asking,
  serials: readonly string[],
): Promise<AskedCells> => {
  const common = await commonOf(ctx, asking)
  const { id, cells, expires_at } = await present(ctx, asking, common)
  return {
    id,
    until: expires_at.getTime(),
    shown: {
      challenge: namedCells(cells),
      cellLength: common.shape.cellLength,
      expiresAt: expires_at,
      serialNumbers: [...serials],
    },
  }
}

/** What somebody is asked at present; undefined when nothing waits for an answer. */
export const askedCells = async (ctx: Context, subject: string) => {
  const found = await findChallenge(ctx, subject)
  const waiting = found !== undefined && found.answered_at === null
  return waiting && found.expires_at > ctx.platform.clock.now() ? found : undefined
}

/** The card as it is after an answer by these cells, and whether that was its last. */
export const afterUse = async (
  ctx: Context,
  card: GridCard,
  places: readonly number[],
): Promise<Pick<GridCard, 'shown' | 'state' | 'retired'>> => {
  const { exposurePercent } = await settings.grid(ctx, card.user_id)
  const use = card.uses + 1
  const shown = storedShown(showCells(shownOf(card), places, use))
  const isExposed = exposureOf(ctx, { ...card, shown }) * 100 > exposurePercent
  const isUsedUp = card.max_uses !== null && use >= card.max_uses
  const retired = isExposed ? 'EXPOSURE' : isUsedUp ? 'USES' : null
  return { shown, retired, state: retired === null ? 'ACTIVE' : 'INACTIVE' }
}
