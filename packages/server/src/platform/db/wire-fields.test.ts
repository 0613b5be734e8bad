import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fieldsOf } from './wire-fields.ts'

const Card = z.object({ id: z.string(), widthMm: z.int(), sha256: z.string().nullable() })
const row = { tenant_id: 't', id: 'c1', width_mm: 54, sha256: null, secret_hash: 'x' }

describe('the fields of a row', () => {
  it('are those of the schema alone, under their names on the wire', () => {
    expect(fieldsOf(Card)(row)).toStrictEqual({ id: 'c1', widthMm: 54, sha256: null })
  })

  it('are as stored, before the schema of the answer parses them', () => {
    expect(fieldsOf(Card)({ ...row, width_mm: 54.5 }).widthMm).toBe(54.5)
  })
})
