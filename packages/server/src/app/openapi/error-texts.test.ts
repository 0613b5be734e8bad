import { type ErrorCode, type ErrorRow, errors } from '@signet/contract/errors'
import { describe, expect, it } from 'vitest'
import { version } from '../../platform/version.ts'
import { documentedCalls } from '../areas.ts'
import { apis, openApiDocument } from '../openapi.ts'
import { errorMeaning } from './error-texts.ts'

const codes = Object.keys(errors).filter((code): code is ErrorCode => code in errors)
const rows: Readonly<Record<string, ErrorRow>> = errors

describe('the meaning of an error code', () => {
  it('is a whole sentence for every code, silent ones too', () => {
    const lacking = codes.filter((code) => !/^\P{Ll}.{15,}[.!?}]$/su.test(errorMeaning(code) ?? ''))
    expect(lacking).toEqual([])
  })

  it('is in the contract where users see no text, and only there', () => {
    const wrong = codes.filter(
      (code) => (rows[code]?.meaning === undefined) === (rows[code]?.audience === 'silent'),
    )
    expect(wrong).toEqual([])
  })

  it('names values by their parameters, and shows every case of a choice', () => {
    expect(errorMeaning('ISSUANCE_PRINTER_LIMIT_REACHED')).toBe(
      'There is no room for more than {most}.',
    )
    expect(errorMeaning('ISSUANCE_EXTERNAL_DATABASE_FAILED')).toContain(
      'This failed: looking up its name / connecting / TLS / signing in',
    )
    expect(errorMeaning('ISSUANCE_SMART_CARD_KEY_NEEDED')).toMatch(
      /Keys of this type have \{digits\} hexadecimal digits\.$/,
    )
  })

  it.each(apis)('is behind each code in the document of %s', (api) => {
    const document = JSON.stringify(openApiDocument(api, documentedCalls, version))
    const lines = [...document.matchAll(/- `([A-Za-z_]+)`:(.*?)(?=\\n|")/g)]
    expect(lines.length).toBeGreaterThan(20)
    expect(lines.filter(([, , text = '']) => text.trim() === '').map(([, code]) => code)).toEqual(
      [],
    )
    expect(document).not.toMatch(/, (?:select|plural|number)[,}]/)
  })
})
