import type { NumberDelivery } from '@signet/rules/code-deliveries'

export const ways = ['sms', 'voice', 'messenger'] as const
export type Way = (typeof ways)[number]

const wayOf = { SMS: 'sms', VOICE: 'voice', MESSENGER: 'messenger' } as const satisfies Readonly<
  Record<NumberDelivery, Way>
>

/** The name of a connector by its way; those that a provider lends have names of their own. */
export const nameOf = (prefix: string, way: Way): string => `${prefix}-${way}`

export const ownPrefix = 'otp'
export const lentPrefix = 'provider-otp'

const namesWith = (prefix: string): Readonly<Record<NumberDelivery, string>> => ({
  SMS: nameOf(prefix, wayOf.SMS),
  VOICE: nameOf(prefix, wayOf.VOICE),
  MESSENGER: nameOf(prefix, wayOf.MESSENGER),
})

/** The connector of a way of delivery. */
export const connectorNames = namesWith(ownPrefix)
/** The one that a provider lends its tenants. */
export const lentNames = namesWith(lentPrefix)
