import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerFault, answerVariants, normaliseAnswer } from './answers.ts'

describe('an answer', () => {
  it.each([
    ['Saint-Étienne', '  saint  etienne '],
    ['O’Brien', "o'brien"],
    ['Straße', 'STRASSE'],
    ['ＲＥＸ', 'rex'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδός'],
    ['Łódź', 'lodz'],
    ['Ærø', 'aero'],
    ['Йод', 'иод'],
    ['St. John’s', 'st johns'],
    ['カ\u3099', 'ガ'],
    ['re\u200bx', 'rex'],
  ])('%s is the same as %s', (one, other) => {
    expect(normaliseAnswer(one)).toBe(normaliseAnswer(other))
    expect(normaliseAnswer(one)).not.toBe('')
  })

  it('keeps what tells words of other scripts apart', () => {
    expect(normaliseAnswer('ใกล้')).not.toBe(normaliseAnswer('ไกล'))
    expect(normaliseAnswer('はは')).not.toBe(normaliseAnswer('ばば'))
  })

  it('is nothing where only signs are', () => {
    expect(normaliseAnswer(' -- ’ … ')).toBe('')
  })

  it('stays as it is when normalised again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = normaliseAnswer(text)
        expect(normaliseAnswer(once)).toBe(once)
      }),
    )
  })
})

describe('synonyms', () => {
  const synonyms = [
    ['street', 'st', 'str'],
    ['saint', 'st1'],
  ]

  it('stand for each other word by word', () => {
    expect(answerVariants('high street', synonyms)).toEqual(['high street', 'high st', 'high str'])
    expect(answerVariants('saint street', synonyms)).toHaveLength(6)
  })

  it('are no part of a word', () => {
    expect(answerVariants('streetcar', synonyms)).toEqual(['streetcar'])
  })

  it('are tried no further than some ways, the answer itself first', () => {
    const long = Array.from({ length: 20 }, () => 'street').join(' ')
    const variants = answerVariants(long, synonyms)
    expect(variants.length).toBeLessThanOrEqual(64)
    expect(variants[0]).toBe(long)
  })
})

describe('an answer that is easy to guess', () => {
  const asked = { question: 'What colour was your first car?', userId: 'ada@example.test' }
  const fault = (text: string, minimumLength = 3) => answerFault(text, { ...asked, minimumLength })

  it.each([
    ['no', 'too_simple'],
    ['-a-', 'too_simple'],
    ['aaaa', 'too_simple'],
    ['Car', 'in_question'],
    ['first car', 'in_question'],
    ['ADA', 'user_id'],
    ['ada@example.test', 'user_id'],
    ['red', null],
    ['carmine', null],
  ])('%s is found out: %s', (text, found) => {
    expect(fault(text)).toBe(found)
  })

  it('is too short for a tenant that wants more', () => {
    expect(fault('red', 4)).toBe('too_simple')
  })
})
