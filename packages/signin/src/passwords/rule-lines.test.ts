import { describe, expect, it } from 'vitest'
import { type RuleFacts, ruleLines } from './rule-lines.ts'

const standings = (facts: Partial<RuleFacts> & Pick<RuleFacts, 'password'>) =>
  Object.fromEntries(
    ruleLines({ judged: null, known: new Set(), ...facts }).map(({ key, standing }) => [
      key.replace('passwords.rules.', ''),
      standing,
    ]),
  )

describe('the rules of a password', () => {
  it('are those that the service has named', () => {
    expect(standings({ password: 'x' })).toEqual({})
    expect(standings({ password: '', known: new Set(['too_short', 'unheard_of']) })).toEqual({
      tooShort: 'open',
    })
  })

  it('about kinds of characters are applied while typing', () => {
    const known = new Set(['digit_required', 'special_not_allowed'])
    expect(standings({ password: 'abc!', known })).toEqual({ digit: 'unmet', noSpecial: 'unmet' })
    expect(standings({ password: 'abc1', known })).toEqual({ digit: 'met', noSpecial: 'met' })
  })

  it('that only the service can apply are open until it has judged this very password', () => {
    const known = new Set(['too_short', 'compromised'])
    const judged = { password: 'abcdef', faults: ['compromised'] }
    expect(standings({ password: 'abcdef', known, judged })).toEqual({
      tooShort: 'met',
      compromised: 'unmet',
    })
    expect(standings({ password: 'abcdefg', known, judged })).toEqual({
      tooShort: 'open',
      compromised: 'open',
    })
  })

  it('that everybody meets are shown to whoever does not', () => {
    const known = new Set(['not_allowed_characters'])
    expect(standings({ password: '', known })).toEqual({})
    const judged = { password: 'a\u0007', faults: ['not_allowed_characters'] }
    expect(standings({ password: 'a\u0007', known, judged })).toEqual({ characters: 'unmet' })
    expect(standings({ password: 'a', known, judged: { password: 'a', faults: [] } })).toEqual({})
  })
})
