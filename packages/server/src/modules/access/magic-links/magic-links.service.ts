import type { authenticateMagicLink, MagicLinkState } from '@signet/contract/access/magic-links'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { WithCookie } from '../../../kit/routes.ts'
import { foundOr } from '../../../kit/rows.ts'
import { deviceOf } from '../../authenticators/devices/index.ts'
import { endLink, findOpen, type StoredMagicLink } from '../../authenticators/magic-links/index.ts'
import { settings } from '../../settings/families/index.ts'
import { type Doors, engine } from '../sign-in/index.ts'

type State = z.input<typeof MagicLinkState>
type Given = BodyOf<typeof authenticateMagicLink>

const orInvalid = foundOr('magic_link_invalid')

/** @throws magic_link_invalid for one that is used, cancelled, replaced, or has run out */
const openLink = async (ctx: Context, token: string): Promise<StoredMagicLink> =>
  orInvalid(await findOpen(ctx, token))

interface Opening {
  readonly link: StoredMagicLink
  readonly given: Given
}

/** The sign-in that waits for the link, where this is the browser that began it; else null. */
const ownWaiting = (ctx: Context, { link, given }: Opening) => {
  const transaction = link.waiting === null ? null : engine.resumeTransaction(ctx, link.waiting)
  if (transaction === null) return null
  const { keyThumbprint, device } = transaction
  // Without a key of its own a browser is known by its device.
  const isSame =
    keyThumbprint !== null || (device !== null && device === deviceOf(ctx, given.machineNonce))
  return isSame ? transaction : null
}

const placesOf = async (ctx: Context, opening: Opening) => {
  const { kind, user_id: person } = opening.link
  const waiting = ownWaiting(ctx, opening)
  const { opening: rule } = await settings.magicLink(ctx, person)
  const isElsewhere = kind === 'REQUESTED' && waiting === null
  return {
    waiting,
    here: !isElsewhere || rule !== 'SAME_BROWSER',
    there: isElsewhere && rule === 'WAITING_BROWSER',
  }
}

const told = (ctx: Context, link: StoredMagicLink, state: Partial<State> = {}): State => ({
  state: 'OPEN',
  companyName: ctx.tenant.companyName,
  requested:
    link.kind === 'ISSUED'
      ? null
      : { requestDate: link.created_at, address: link.address, browser: link.user_agent },
  here: false,
  there: false,
  authentication: null,
  redirectUrl: null,
  ...state,
})

/** What the link is for; uses nothing up. @throws magic_link_invalid */
export const look = async (ctx: Context, token: string, given: Given): Promise<State> => {
  const link = await openLink(ctx, token)
  const { here, there } = await placesOf(ctx, { link, given })
  return told(ctx, link, { here, there })
}

const subjectOf = (link: StoredMagicLink) => ({ entity: 'USERS', id: link.user_id ?? '' })

/** "It was not me": the link is over, and whoever waits for it is told so. */
export const cancel = async (ctx: Context, token: string): Promise<State> => {
  const link = await openLink(ctx, token)
  await ctx.transaction(async (ctx) => {
    if (!(await endLink(ctx, link, 'CANCELLED'))) throw new ApiError('magic_link_invalid')
    audit(ctx, 'MAGIC_LINK_CANCELLED', {
      subject: subjectOf(link),
      attributes: { askedFrom: link.address },
    })
  })
  return told(ctx, link, { state: 'CANCELLED' })
}

/** Lets the browser go on that asked for the link. @throws magic_link_invalid */
const tell = async (ctx: Context, { link, given }: Opening): Promise<State> => {
  const { there } = await placesOf(ctx, { link, given })
  if (!there) throw new ApiError('magic_link_invalid')
  await ctx.transaction(async (ctx) => {
    if (!(await endLink(ctx, link, 'TOLD'))) throw new ApiError('magic_link_invalid')
    audit(ctx, 'MAGIC_LINK_CONFIRMED', {
      subject: subjectOf(link),
      attributes: { askedFrom: link.address },
    })
  })
  return told(ctx, link, { state: 'TOLD' })
}

/** Goes on with the sign-in that waits for it in this browser, or begins one. */
const signIn = async (
  ctx: Context,
  doors: Doors,
  opening: Opening & { readonly token: string },
) => {
  const { link, given, token } = opening
  const { waiting, here } = await placesOf(ctx, opening)
  if (!here) throw new ApiError('magic_link_invalid')
  const device = deviceOf(ctx, given.machineNonce)
  const transaction =
    waiting ?? engine.newTransaction(ctx, { purpose: 'SIGN_IN', userId: link.user_id, device })
  const answer = await engine.completeIn(ctx, doors, {
    transaction,
    authenticator: 'MAGICLINK',
    given: { ...given, authToken: '', response: token },
  })
  const state = (authentication: State['authentication']): State =>
    told(ctx, link, { state: 'SIGNED_IN', authentication, redirectUrl: link.redirect_url })
  return answer instanceof WithCookie
    ? new WithCookie(state(answer.value), answer.cookie)
    : state(answer)
}

interface Asked {
  readonly token: string
  readonly given: Given
}

/** @throws magic_link_invalid, invalid_user_response and what stands in the way of the person */
export const complete = async (ctx: Context, doors: Doors, { token, given }: Asked) => {
  const link = await openLink(ctx, token)
  return given.place === 'THERE'
    ? tell(ctx, { link, given })
    : signIn(ctx, doors, { link, given, token })
}
