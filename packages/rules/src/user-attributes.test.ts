import { describe, expect, it } from 'vitest'
import { matchingOfARequest } from './patterns.ts'
import {
  type AttributeRule,
  attributeFault,
  attributeKey,
  isAttributePattern,
  systemAttributes,
} from './user-attributes.ts'
import { userAttributeIds } from './users.ts'

const rule = (given: Partial<AttributeRule>): AttributeRule => ({
  type: 'TEXT',
  pattern: null,
  choices: [],
  ...given,
})

describe('a value of an own attribute', () => {
  it.each([
    ['TEXT', 'anything at all', null],
    ['TEXT', '   ', 'is empty'],
    ['TEXT', 'x'.repeat(1025), 'is too long'],
    ['NUMBER', '-12.5', null],
    ['NUMBER', '1e9', 'is no value of type NUMBER'],
    ['BOOLEAN', 'true', null],
    ['BOOLEAN', 'yes', 'is no value of type BOOLEAN'],
    ['DATE', '2028-02-29', null],
    ['DATE', '2027-02-29', 'is no value of type DATE'],
    ['EMAIL', 'ann@example.com', null],
    ['EMAIL', 'ann@', 'is no value of type EMAIL'],
    ['PHONE', '+442079460958', null],
    ['PHONE', '020 7946 0958', 'is no value of type PHONE'],
    ['URL', 'https://example.com/a', null],
    ['URL', 'javascript:alert(1)', 'is no value of type URL'],
  ] as const)('of type %s: %s', (type, value, fault) => {
    expect(attributeFault(rule({ type }), value, matchingOfARequest())).toBe(fault)
  })

  it('of a choice is one of them', () => {
    const choice = rule({ type: 'CHOICE', choices: ['North', 'South'] })
    expect(attributeFault(choice, 'North', matchingOfARequest())).toBeNull()
    expect(attributeFault(choice, 'West', matchingOfARequest())).not.toBeNull()
  })

  it('fits its pattern as a whole', () => {
    const numbered = rule({ pattern: 'A|B\\d{3}' })
    expect(attributeFault(numbered, 'B123', matchingOfARequest())).toBeNull()
    expect(attributeFault(numbered, 'B1234', matchingOfARequest())).toBe('does not fit the pattern')
    expect(attributeFault(numbered, 'xA', matchingOfARequest())).toBe('does not fit the pattern')
  })

  it('is compared without regard to case and outer spaces', () => {
    expect(attributeKey(' Staff 7 ')).toBe(attributeKey('STAFF 7'))
  })
})

describe('patterns', () => {
  it('are matched in linear time, or not taken', () => {
    expect(isAttributePattern('[A-Z]{2}\\d+')).toBe(true)
    expect(isAttributePattern('(a')).toBe(false)
    expect(isAttributePattern('(.)\\1')).toBe(false)
  })
})

describe('the attributes of every user', () => {
  it('are those of the product, with its required ones', () => {
    expect(Object.keys(systemAttributes).toSorted()).toEqual(userAttributeIds.toSorted())
    const required = userAttributeIds.filter((id) => systemAttributes[id].isAlwaysRequired)
    expect(required).toEqual(expect.arrayContaining(['uniqueUserid', 'locale']))
  })
})
