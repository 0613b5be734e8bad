import { importTokens } from '@signet/contract/authenticators/hardware-tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../testing/builders.ts'
import { longestTurn } from '../../../testing/longest-turn.ts'
import { type BulkDriver, bulkDriver } from '../../../testing/operations/bulk.ts'
import { fileOf } from '../../../testing/operations/bulk-files.ts'
import {
  bracketed,
  delimitedTexts,
  keyFiles,
  recordTexts,
  workbooks,
} from '../../../testing/readers/hostile-files.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { StoredFile } from './tables/file-rows.ts'
import { readBeginning, readRows } from './tables/read-file.ts'

/** CPU milliseconds of this thread during which others wait. */
const mostOfATurn = 250
const partBytes = 524_288

/** How many rows a file has, or why it is rejected. */
const outcomeOf = async (file: StoredFile): Promise<string> => {
  try {
    const reading = await readBeginning(file)
    let count = 0
    for await (const { rows } of readRows(file, reading)) count += rows.length
    return `${count} rows`
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown'
  }
}

const meta = { covers: ['S44'] }

describe('a workbook that is made to cost much', () => {
  it.each(Object.entries(workbooks))(
    'holds nobody up: %s',
    { meta },
    async (_name, [content, wanted]) => {
      const file = fileOf(content(), partBytes)
      let outcome = ''
      const turn = await longestTurn(async () => {
        outcome = await outcomeOf(file)
      })
      expect(outcome).toBe(wanted)
      expect(turn).toBeLessThan(mostOfATurn)
    },
  )
})

describe('a text that is made to cost much', () => {
  it.each(Object.entries(delimitedTexts))('holds nobody up: %s', { meta }, async (_name, text) => {
    const file = fileOf(text, partBytes)
    expect(await longestTurn(() => outcomeOf(file))).toBeLessThan(mostOfATurn)
  })
})

/* Guards: the limits of records/json-records.ts, ldif-records.ts and record-rows.ts. */
describe('a file of records that is made to cost much', () => {
  it.each(Object.entries(recordTexts))(
    'holds nobody up: %s',
    { meta },
    async (_name, [text, wanted]) => {
      const file = fileOf(text(), partBytes)
      let outcome = ''
      const turn = await longestTurn(async () => {
        outcome = await outcomeOf(file)
      })
      expect(outcome).toBe(wanted)
      expect(turn).toBeLessThan(mostOfATurn)
    },
  )
})

describe('over HTTP', () => {
  let test: TestApp
  let as: string
  let imports: BulkDriver
  beforeAll(async () => {
    test = await startTestApp()
    as = (await buildAdmin(test.ctx)).token
    imports = bulkDriver('importusers', test.call, as)
  })
  afterAll(() => test.close())

  it('rejects a workbook of 2 KB with a format of 200,000 letters', { meta }, async () => {
    const content = bracketed(200_000)
    expect(content.length).toBeLessThan(4000)
    const turn = await longestTurn(async () => {
      const { status, body } = await imports.upload(content)
      expect([status, body]).toMatchObject([
        400,
        { code: 'bulk_file_invalid', fields: [{ message: 'WORKBOOK_TOO_LARGE' }] },
      ])
    })
    expect(turn).toBeLessThan(mostOfATurn)
  })

  it.each(Object.entries(keyFiles))(
    'reads a key file beside the requests: %s',
    { meta },
    async (_name, [content, wanted, password]) => {
      const body = { content: content(), password, dryRun: true }
      let outcome = ''
      const turn = await longestTurn(async () => {
        const answer = await test.call(importTokens, { as, body })
        const [fault] = [answer.body.fields].flat()
        outcome =
          answer.status === 200 ? `${answer.body.imported} tokens` : String(Object(fault).message)
      })
      expect(outcome).toBe(wanted)
      expect(turn).toBeLessThan(mostOfATurn)
    },
  )
})
