import type { createOtp } from '@signet/contract/authenticators/otps'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import { type DeliveryPlace, messageHint } from '@signet/rules/code-deliveries'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { Recipient } from '../notices/index.ts'
import { expectAuthority } from '../owners/index.ts'
import { forgetUsedOtp } from './otps.repository.ts'
import { sendCode } from './otps.service.ts'
import {
  contactsSql,
  findReached,
  placesOf,
  placesUnder,
  proveContact,
  type ReachedUser,
  usesMailAlone,
} from './places.ts'

/** Enough of an address to recognise one's own: `a***@e***.com`. */
const mailHint = (address: string): string => {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  const first = (text: string): string => [...text][0] ?? ''
  const ending = dot > 0 ? domain.slice(dot) : ''
  return `${first(address)}***@${first(domain)}***${ending}`
}

export interface WishedPlace {
  readonly type?: string | undefined
  readonly attribute?: string | undefined
}

/** The place that is asked for, else the preferred one; undefined when it is none of these. */
const chosenPlace = (
  places: readonly DeliveryPlace[],
  { type, attribute }: WishedPlace,
): DeliveryPlace | undefined =>
  places.find(
    (place) =>
      (type === undefined || place.type === type) &&
      (attribute === undefined || place.attribute === attribute),
  )

const hintOf = ({ type, value }: DeliveryPlace): string =>
  type === 'EMAIL' ? mailHint(value) : messageHint(type, value)

const readReached = async (ctx: Context, userId: string): Promise<ReachedUser> => {
  const { id } = await expectAuthority(ctx, userId)
  const found = await findReached(ctx, id)
  if (found === undefined) throw new ApiError('user_not_found')
  return found
}

/**
 * Sends a code for the user's next sign-in: to a contact of their own, and shown to nobody.
 * @throws user_not_found, rights_not_held, no_otp, sms_voice_used_up, too_many_requests
 */
export const createForUser = async (ctx: Context, asked: BodyOf<typeof createOtp>) => {
  const user = await readReached(ctx, asked.userId)
  const place = chosenPlace(await placesOf(ctx, user), {
    type: asked.otpDeliveryType,
    attribute: asked.otpDeliveryAttribute,
  })
  if (place === undefined) throw new ApiError('no_otp')
  await forgetUsedOtp(ctx, user.id)
  const sent = await sendCode(ctx, {
    transactionId: user.id,
    subject: user.id,
    recipient: {
      userId: user.id,
      address: place.value,
      name: user.first_name ?? user.name,
      locale: user.locale ?? ctx.tenant.defaultLocale,
    },
    hint: hintOf(place),
    delivery: place.type,
  })
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'OTP_CREATED', {
      subject: { entity: 'USERS', id: user.id, name: user.name },
      attributes: { deliveryType: place.type, attribute: place.attribute },
    })
  })
  return { ...sent, otpDeliveryType: place.type, otpDeliveryAttribute: place.attribute }
}

/** A user at the address in this attribute, which they have proven to be theirs. @throws no_contact */
const mailRecipient = async (
  ctx: Context,
  userId: string,
  attribute: string,
): Promise<Recipient> => {
  const user = await findReached(ctx, userId)
  const contact = user?.contacts?.find(
    (each) => each.attribute === attribute && each.kind === 'EMAIL' && each.proven,
  )
  if (user === undefined || contact === undefined) throw new ApiError('no_contact')
  const { first_name, name, locale } = user
  return { userId, address: contact.value, name: first_name ?? name, locale }
}

/** Where codes may go, for the flows above. */
export const codePlaces = {
  of: placesOf,
  under: placesUnder,
  chosen: chosenPlace,
  hintOf,
  prove: proveContact,
  mailRecipient,
  /** A person's contacts as SQL over the row `u` of `users`. */
  contactsSql,
  usesMailAlone,
} as const
