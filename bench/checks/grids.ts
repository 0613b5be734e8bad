import { ChallengeAnswer, challengeAuthenticator } from '@signet/contract/access/authentication'
import type { Context } from '@signet/server/kit/context'
import { freshCells } from '@signet/server/modules/authenticators/grids/grid-cells'
import { cardWith } from '@signet/server/modules/authenticators/grids/grid-making'
import { insertGrids } from '@signet/server/modules/authenticators/grids/grids.repository'
import { settings } from '@signet/server/modules/settings/families/index'
import { heldGrid } from '@signet/server/testing/authenticators/grids'
import { userKeyOf } from '../seed/users.ts'
import { type Check, post, stepUpOf } from './check.ts'

type Held = Awaited<ReturnType<typeof heldGrid>>

/** A card of these contents for each person; the first as whoever holds it reads it. */
const giveCards = async (ctx: Context, people: number): Promise<Held> => {
  const shape = await settings.grid(ctx)
  const cells = freshCells(ctx, shape)
  const cards = await Promise.all(
    Array.from({ length: people }, (_, user) =>
      cardWith(
        ctx,
        { serial: user + 1, shape, cells },
        { user_id: userKeyOf(user), state: 'ACTIVE', assigned_at: ctx.platform.clock.now() },
      ),
    ),
  )
  await insertGrids(
    ctx,
    cards.map((card) => ({ card, groups: [] })),
  )
  const [first] = cards
  if (first === undefined) throw new Error('nobody has a card')
  return heldGrid(ctx, { ...first, owner_name: null, groups: [] })
}

const path = challengeAuthenticator.path.replace(':authenticator', 'GRID')

let held: Held | null = null

/** Cells of one's card, read off in the order in which they are asked. */
export const gridCheck: Check = {
  authenticator: 'GRID',
  tables: ['grid_challenges', 'grids'],
  async seed({ site: { seeding } }, people) {
    held = await seeding.ctx.transaction((ctx) => giveCards(ctx, people))
  },
  async ask(stage, user) {
    const { session, authToken } = await stepUpOf(stage, user)
    const asked = await post(stage.signet.http, path, { session, body: { authToken } })
    const challenge = ChallengeAnswer.parse(asked)
    const response = held?.read(challenge.gridChallenge?.challenge ?? [])
    return { session, answer: () => ({ authToken: challenge.authToken, response }) }
  },
}
