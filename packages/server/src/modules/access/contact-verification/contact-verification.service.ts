import { deliveryPlaces } from '@signet/rules/code-deliveries'
import { attributeFault } from '@signet/rules/user-attributes'
import { audit } from '../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { codePlaces } from '../../authenticators/otps/index.ts'
import { type Definition, definitions, matchingOf } from '../../identity/user-attributes/index.ts'
import { type FoundUser, self, userSets } from '../../identity/users/index.ts'
import { settings } from '../../settings/families/index.ts'
import { freshlyProven } from '../self-authenticators/index.ts'
import { answer, challenge } from './proof.ts'

type Contact = 'email' | 'mobile' | 'phone'
const isContact = (attribute: string): attribute is Contact =>
  attribute === 'email' || attribute === 'mobile' || attribute === 'phone'

/** The address that codes go to. @throws no_contact */
const addressOf = ({ email }: FoundUser): string => {
  if (email === null) throw new ApiError('no_contact')
  return email
}

/** @throws no_contact, too_many_requests */
export const askToVerify = async (ctx: Context) => {
  const user = await self.read(ctx)
  const address = addressOf(user)
  return challenge(ctx, user, { purpose: 'VERIFY', attribute: 'email', value: address, address })
}

/** @throws no_otp, invalid_user_response */
export const verify = (ctx: Context, response: string): Promise<void> =>
  answer(ctx, { purpose: 'VERIFY', attribute: 'email', response }, async (ctx, { value }) => {
    const user = await self.proveMail(ctx, value ?? '')
    audit(ctx, 'CONTACT_VERIFIED', {
      subject: { entity: 'USERS', id: user.id, name: user.user_id },
      attributes: { attribute: 'email' },
    })
  })

interface Wish {
  readonly attribute: string
  readonly value: string | null
}

/** A user whose contacts are their own to change. @throws step_up_required, user_edit_restricted */
const ownContacts = async (ctx: Context): Promise<FoundUser> => {
  freshlyProven(ctx)
  const user = await self.read(ctx)
  if (user.type !== 'MGMT_UI') throw new ApiError('user_edit_restricted')
  return user
}

/** @throws step_up_required, user_edit_restricted, no_contact, too_many_requests */
export const askToChange = async (ctx: Context, { attribute, value }: Wish) => {
  const user = await ownContacts(ctx)
  // An application knows them by it.
  const isSubject = (await definitions(ctx)).some((each) => each.id === attribute && each.isSubject)
  if (isSubject) throw new ApiError('user_edit_restricted')
  const asked = { purpose: 'CHANGE', attribute, value } as const
  const toNumber = attribute === 'email' ? null : await numberPlace(ctx, { attribute, value })
  if (toNumber !== null) return challenge(ctx, user, { ...asked, ...toNumber })
  const address = attribute === 'email' && value !== null ? value : addressOf(user)
  return challenge(ctx, user, { ...asked, address })
}

/** A value as it is stored: numbers in their one form. */
const dialled = async (ctx: Context, attribute: string, value: string): Promise<string> => {
  if (attribute === 'mobile' || attribute === 'phone') {
    return (await userSets.dialled(ctx, { mobile: value })).mobile
  }
  const own = [{ userAttributeId: attribute, value }]
  return (
    (await userSets.dialled(ctx, { userAttributeValues: own })).userAttributeValues[0]?.value ??
    value
  )
}

/**
 * A new number is shown to be one's own by a code that goes to it; null where no code goes to numbers,
 * or not to this one: the mail address proves who wants it then.
 */
const numberPlace = async (ctx: Context, { attribute, value: typed }: Wish) => {
  if (typed === null) return null
  const value = await dialled(ctx, attribute, typed)
  const policy = await settings.otp(ctx, signedInUser(ctx).id)
  const attributes = [attribute]
  const contact = { attribute, kind: 'PHONE', value, proven: true } as const
  const deliveries = policy.deliveries.filter((type) => type !== 'EMAIL')
  const [place] = deliveryPlaces([contact], { ...policy, attributes, deliveries })
  return place === undefined ? null : { address: place.value, delivery: place.type }
}

/** Notes that a value is its owner's own, where the code went to that very place. */
const noteProof = async (ctx: Context, { attribute, value: typed }: Wish): Promise<void> => {
  if (typed === null) return
  const value = await dialled(ctx, attribute, typed)
  const userId = signedInUser(ctx).id
  await ctx.db.executeQuery(codePlaces.prove(ctx, { userId, attribute, value }))
}

const changeOf = (attribute: string, value: string | null) =>
  isContact(attribute)
    ? { [attribute]: value }
    : { userAttributeValues: [{ userAttributeId: attribute, value }] }

/** @throws no_otp, invalid_user_response, user_edit_restricted, user_exists */
export const change = (
  ctx: Context,
  { attribute, response }: { readonly attribute: string; readonly response: string },
): Promise<void> =>
  answer(ctx, { purpose: 'CHANGE', attribute, response }, async (ctx, { value }, otp) => {
    await self.changeProven(ctx, changeOf(attribute, value))
    const wentThere = otp.delivery !== 'EMAIL' || value?.includes('@') === true
    if (wentThere && attribute !== 'email') await noteProof(ctx, { attribute, value })
    if (attribute === 'email' && value !== null) await self.proveMail(ctx, value)
  })

/** @throws step_up_required, user_edit_restricted */
export const remove = async (ctx: Context, attribute: 'mobile' | 'phone'): Promise<undefined> => {
  await ownContacts(ctx)
  await self.changeProven(ctx, changeOf(attribute, null))
  return undefined
}

/** An attribute that people change themselves. @throws user_attribute_not_found, user_edit_restricted */
const ownAttribute = async (ctx: Context, id: string): Promise<Definition> => {
  const found = (await definitions(ctx)).find((each) => each.id === id)
  if (found?.group !== 'EXTRA' || !found.userVisible) {
    throw new ApiError('user_attribute_not_found')
  }
  if (!found.userEditable) throw new ApiError('user_edit_restricted')
  return found
}

/** The code goes to a new mail address itself, else to the one that is known. */
export const askToChangeExtra = async (ctx: Context, { attribute, value: typed }: Wish) => {
  freshlyProven(ctx)
  const definition = await ownAttribute(ctx, attribute)
  const value = typed === null ? null : await dialled(ctx, attribute, typed)
  const message = value === null ? null : attributeFault(definition, value, matchingOf(ctx))
  if (message !== null) {
    throw new ApiError('invalid_parameters', { fields: [{ path: 'body.value', message }] })
  }
  const user = await self.read(ctx)
  const asked = { purpose: 'CHANGE', attribute, value } as const
  const toNumber = definition.type === 'PHONE' ? await numberPlace(ctx, { attribute, value }) : null
  if (toNumber !== null) return challenge(ctx, user, { ...asked, ...toNumber })
  const address = definition.type === 'EMAIL' && value !== null ? value : addressOf(user)
  return challenge(ctx, user, { ...asked, address })
}

/** @throws step_up_required, user_attribute_not_found, user_edit_restricted */
export const removeExtra = async (ctx: Context, attribute: string): Promise<undefined> => {
  freshlyProven(ctx)
  await ownAttribute(ctx, attribute)
  await self.changeProven(ctx, changeOf(attribute, null))
  return undefined
}
