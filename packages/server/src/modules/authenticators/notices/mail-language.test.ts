import { locales } from '@signet/rules/locales'
import { describe, expect, it } from 'vitest'
import { mailOf } from './notices.ts'

const told = {
  kind: 'recoveryCodeUsed',
  values: { left: 3 },
  at: new Date('2026-11-21T09:30:00Z'),
  address: '203.0.113.7',
  browser: 'Firefox',
} as const
const mailIn = (locale: string) =>
  mailOf({ userId: null, address: 'anong@acme.example', name: 'อนงค์', locale }, told).values

describe('the mail of a person', () => {
  it('speaks Thai, in its dates and counts too', () => {
    expect(mailIn('th')).toMatchObject({
      at: expect.stringMatching(/^21 พฤศจิกายน .*2026/),
      remaining: 'เหลืออีก 3 รหัส',
    })
  })

  it('gives a reason in words, also one that it does not know', () => {
    const reasonOf = (reason: string) =>
      mailOf(
        { userId: null, address: 'ada@acme.example', name: 'Ada', locale: 'de' },
        { ...told, kind: 'taskFailed', values: { task: 'Woche', reason } },
      ).values?.reason
    expect(reasonOf('NO_RECIPIENT')).toBe('es gibt keine Empfänger mehr')
    expect(reasonOf('ERROR')).toBe('beim Erstellen des Berichts ist etwas schiefgegangen')
  })

  it.each(locales)(
    'counts years in %s as the rest of the product does',
    { meta: { covers: ['i18n.interface-locales'] } },
    (locale) => {
      expect(mailIn(locale).at).toContain('2026')
    },
  )
})
