/** How a one-time code may reach its person. */
export const codeDeliveries = ['EMAIL', 'SMS', 'VOICE', 'MESSENGER', 'WECHAT'] as const
export type CodeDelivery = (typeof codeDeliveries)[number]
/** Those that go to a telephone number, through a provider. */
export type NumberDelivery = Exclude<CodeDelivery, 'EMAIL' | 'WECHAT'>
export const numberDeliveries = ['SMS', 'VOICE', 'MESSENGER'] as const satisfies NumberDelivery[]
/** Those of which it is kept what became of them, beside mail. */
export type MessageDelivery = Exclude<CodeDelivery, 'EMAIL'>
export const messageDeliveries = [
  ...numberDeliveries,
  'WECHAT',
] as const satisfies MessageDelivery[]

/** A way to reach a person, as it stands with them. */
export interface Contact {
  /** `email`, `mobile`, `phone`, `wechat`, or the id of an own attribute. */
  readonly attribute: string
  readonly kind: 'EMAIL' | 'PHONE' | 'WECHAT'
  readonly value: string
  /** The person has shown that it is theirs. */
  readonly proven: boolean
}

export interface DeliveryPolicy {
  /** The preferred one first. */
  readonly deliveries: readonly CodeDelivery[]
  /** Contact attributes that codes may go to, the preferred one first. */
  readonly attributes: readonly string[]
  /** Beginnings of the numbers that codes may go to; empty: of any country. */
  readonly numberPrefixes: readonly string[]
  /** Also to numbers that somebody else entered. */
  readonly unprovenNumbers: boolean
}

export interface DeliveryPlace {
  readonly type: CodeDelivery
  readonly attribute: string
  readonly value: string
}

const isWithin = (number: string, prefixes: readonly string[]): boolean =>
  prefixes.length === 0 || prefixes.some((prefix) => number.startsWith(prefix))

/** A landline takes calls alone. */
const mayReceive = (type: CodeDelivery, { attribute, kind }: Contact): boolean => {
  if (type === 'EMAIL' || type === 'WECHAT') return kind === type
  return kind === 'PHONE' && (type === 'VOICE' || attribute !== 'phone')
}

const isTrusted = (contact: Contact, policy: DeliveryPolicy): boolean =>
  contact.proven || (contact.kind === 'PHONE' && policy.unprovenNumbers)

/** Where a code may go, the preferred place first: never to what nobody has shown to be theirs. */
export const deliveryPlaces = (
  contacts: readonly Contact[],
  policy: DeliveryPolicy,
): readonly DeliveryPlace[] =>
  policy.deliveries.flatMap((type) =>
    // Who has linked an account wants codes there, whichever contacts the tenant names.
    (type === 'WECHAT' ? ['wechat'] : policy.attributes).flatMap((attribute) =>
      contacts
        .filter((contact) => contact.attribute === attribute && mayReceive(type, contact))
        .filter((contact) => isTrusted(contact, policy))
        .filter(({ kind, value }) => kind !== 'PHONE' || isWithin(value, policy.numberPrefixes))
        .map(({ value }) => ({ type, attribute, value })),
    ),
  )

/** Enough of a number to recognise one's own: `+41*****67`. */
export const numberHint = (number: string): string =>
  `${number.slice(0, 3)}*****${number.slice(-2)}`

/** Enough of a place to recognise one's own; nobody knows the name that WeChat gives an account. */
export const messageHint = (delivery: MessageDelivery, address: string): string =>
  delivery === 'WECHAT' ? 'WeChat' : numberHint(address)
