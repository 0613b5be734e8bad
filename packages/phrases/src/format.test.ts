import { describe, expect, it } from 'vitest'
import { formatMessage, textOf } from './format.ts'
import { parseMessage } from './message.ts'

const rows = (count: number, locale: string, message: string) =>
  formatMessage(message, { count }, locale)

describe('messages', () => {
  it('fills values by name and leaves an unknown name visible', () => {
    expect(formatMessage('Hello {name} and {other}', { name: 'Ada' }, 'en')).toBe(
      'Hello Ada and {other}',
    )
  })

  it('chooses plural forms by the language and prefers an exact number', () => {
    const english = '{count, plural, =0 {no users} one {# user} other {# users}}'
    expect([0, 1, 2, 1234].map((count) => rows(count, 'en', english))).toEqual([
      'no users',
      '1 user',
      '2 users',
      '1,234 users',
    ])
    const polish = '{count, plural, one {jeden} few {kilka} many {wiele} other {inne}}'
    expect([1, 2, 5, 22].map((count) => rows(count, 'pl', polish))).toEqual([
      'jeden',
      'kilka',
      'wiele',
      'kilka',
    ])
  })

  it('nests arguments and keeps # of the plural around a select', () => {
    const message =
      '{count, plural, other {{who, select, me {You have # tokens} other {{who} has # tokens}}}}'
    expect(formatMessage(message, { count: 3, who: 'me' }, 'en')).toBe('You have 3 tokens')
    expect(formatMessage(message, { count: 3, who: 'Ada' }, 'en')).toBe('Ada has 3 tokens')
  })

  it('writes numbers as the language does', () => {
    expect(formatMessage('{n, number}', { n: 12345.5 }, 'de')).toBe('12.345,5')
    expect(
      formatMessage('{n, selectordinal, one {#st} two {#nd} other {#th}}', { n: 2 }, 'en'),
    ).toBe('2nd')
  })

  it('takes an apostrophe for itself unless it quotes a brace', () => {
    expect(formatMessage("You can't use '{name}' in {place}''s name", { place: 'Ada' }, 'en')).toBe(
      "You can't use {name} in Ada's name",
    )
  })

  it.each(['{', '{name', '{n, plural, one {x}}', '{n, date}', 'a } b', '{n, select, other {x}'])(
    'refuses the faulty message %s',
    (message) => {
      expect(() => parseMessage(message)).toThrow(/expected at/)
    },
  )

  it('shows the marker for a key that does not exist', {
    meta: { covers: ['i18n.missing-key'] },
  }, () => {
    expect(textOf({ a: { b: 'x' } }, 'a.c', { locale: 'en' })).toBe('KEY_NOT_FOUND: a.c')
    expect(textOf({ a: { b: 'x' } }, 'toString', { locale: 'en' })).toBe('KEY_NOT_FOUND: toString')
    expect(textOf({ a: { b: '{n}' } }, 'a.b', { locale: 'en', values: { n: 1 } })).toBe('1')
  })
})
