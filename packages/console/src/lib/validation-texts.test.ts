import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { textNow } from './i18n.ts'
import { configureValidation, faultText, saidFault } from './validation-texts.ts'

configureValidation()

const textOf = (schema: z.ZodType, value: unknown, field?: string): string =>
  faultText(schema.safeParse(value).error?.issues[0]?.message ?? 'no fault', field)

describe('the text of a fault in a form', () => {
  it.each(['', '  ', null, undefined])(
    'is that of errors.isRequired for %j',
    { meta: { covers: ['validation.required-key'] } },
    (value) => {
      expect(textOf(z.string().trim().min(1), value)).toBe(textNow('common:errors.isRequired'))
    },
  )

  it.each<[string, z.ZodType, unknown]>([
    ['Port: Enter at most 2 characters', z.string().max(2), 'abc'],
    ['Port: Enter at least 3 characters', z.string().min(3), 'ab'],
    ['Port: Enter at least 1', z.number().min(1), 0],
    ['Port: Enter at most 65,535', z.number().max(65_535), 70_000],
    ['Port: Enter at most 0.5', z.number().max(0.5), 1],
    ['Port: Enter at least 1', z.array(z.string()).min(1), []],
    ['Port: Enter an email address such as name@example.com', z.email(), 'x'],
    ['Port: Enter an address such as https://example.com', z.url(), 'x'],
    ['Port: This does not have the right form', z.string().regex(/^y/), 'x'],
    ['Port: This value is not accepted here', z.enum(['a', 'b']), 'c'],
  ])('names the field and what to do: %s', (text, schema, value) => {
    expect(textOf(schema, value, 'Port')).toBe(text)
  })

  it('is never the word of a check', () => {
    expect(faultText('is_no_word_of_ours')).toBe('This value is not accepted here')
    expect(faultText('Invalid input: expected string, received number')).toBe(
      'This value is not accepted here',
    )
  })

  it('is what a form has said itself', () => {
    expect(faultText(saidFault('Between 1 minute and 1 hour'), 'Length')).toBe(
      'Length: Between 1 minute and 1 hour',
    )
  })
})
