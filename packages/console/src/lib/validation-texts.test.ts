import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { textNow } from './i18n.ts'
import { configureValidation } from './validation-texts.ts'

configureValidation()

const messageOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message

describe('the text of a fault in a form', () => {
  it.each(['', '  ', null, undefined])(
    'is that of errors.isRequired for %j',
    { meta: { covers: ['validation.required-key'] } },
    (value) => {
      expect(messageOf(z.string().trim().min(1), value)).toBe(textNow('common:errors.isRequired'))
    },
  )

  it('names the bound that was missed', () => {
    expect(messageOf(z.string().max(2), 'abc')).toBe('Use 2 characters at most')
  })
})
