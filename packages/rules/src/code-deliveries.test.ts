import { describe, expect, it } from 'vitest'
import { type Contact, type DeliveryPolicy, deliveryPlaces, numberHint } from './code-deliveries.ts'

const contacts: readonly Contact[] = [
  { attribute: 'email', kind: 'EMAIL', value: 'a@b.test', proven: true },
  { attribute: 'mobile', kind: 'PHONE', value: '+41791234567', proven: true },
  { attribute: 'phone', kind: 'PHONE', value: '+41441234567', proven: true },
  { attribute: 'own', kind: 'PHONE', value: '+8801712345678', proven: false },
  { attribute: 'other', kind: 'EMAIL', value: 'c@d.test', proven: false },
]
const policy: DeliveryPolicy = {
  deliveries: ['SMS', 'VOICE', 'EMAIL'],
  attributes: ['mobile', 'phone', 'email', 'own', 'other'],
  numberPrefixes: [],
  unprovenNumbers: false,
}
const places = (change: Partial<DeliveryPolicy>) =>
  deliveryPlaces(contacts, { ...policy, ...change }).map(
    ({ type, attribute }) => `${type} ${attribute}`,
  )

describe('places for a code', () => {
  it.each<[string, Partial<DeliveryPolicy>, readonly string[]]>([
    [
      'are proven ones, the preferred first',
      {},
      ['SMS mobile', 'VOICE mobile', 'VOICE phone', 'EMAIL email'],
    ],
    ['are of the chosen ways', { deliveries: ['EMAIL'] }, ['EMAIL email']],
    ['are of the chosen attributes', { attributes: ['phone'] }, ['VOICE phone']],
    ['are of the chosen countries', { numberPrefixes: ['+49'] }, ['EMAIL email']],
    [
      'may be numbers that somebody else entered',
      { deliveries: ['MESSENGER'], unprovenNumbers: true },
      ['MESSENGER mobile', 'MESSENGER own'],
    ],
    ['are never unproven mail addresses', { attributes: ['other'], unprovenNumbers: true }, []],
  ])('%s', (_name, change, expected) => {
    expect(places(change)).toEqual(expected)
  })

  it('are shown by a hint that does not tell how long they are', () => {
    expect(numberHint('+41791234567')).toBe('+41*****67')
    expect(numberHint('+12025550123')).toBe('+12*****23')
  })
})
