import { MessageChannel } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { fileOf, workbookOf } from '../../../testing/operations/bulk-files.ts'
import { answerOf, giveUpThread, ReadingStopped, takeThread } from './reader-threads.ts'
import { readInThread, readOnce } from './reading.ts'
import type { Wanted } from './readings.ts'
import type { StoredFile } from './tables/file-rows.ts'

const elements = (count: number, inner: string): string =>
  `<KeyContainer Version="1.0">${inner.repeat(count)}</KeyContainer>`

const keyFile = (xml: string): Wanted => ({
  kind: 'key-file',
  content: Buffer.from(xml).toString('base64'),
  mostBytes: 20_000_000,
  now: new Date(0),
  adapters: {},
  key: undefined,
  password: undefined,
})

/** Some seconds of reading. */
const long = keyFile(elements(590_000, '<a b="">c</a>'))

const stepWithin = (cpuMillis: number, patienceMillis: number) => {
  const thread = takeThread()
  const { port2: parts } = new MessageChannel()
  const step = answerOf(thread, {
    asked: { ask: 'begin', wanted: long, parts },
    budget: { cpuMillis, patienceMillis },
    stop: new AbortController(),
  })
  return { thread, step: step.finally(() => giveUpThread(thread)) }
}

/** Different numbers: an archive that packs too well is rejected. */
const sheet = (rows: number): string => {
  const row = (_: unknown, at: number): string => `<row><c><v>${(at * 7919) % 99_991}</v></c></row>`
  return `<worksheet><sheetData>${Array.from({ length: rows }, row).join('')}</sheetData></worksheet>`
}

const workbook = (file: StoredFile) => {
  const { readPart, ...size } = file
  return { wanted: { kind: 'workbook', ...size }, readPart } as const
}

describe('a reader', () => {
  it.each([
    ['its time of the processor', 10, 600_000],
    ['the patience of those who wait', 600_000, 10],
  ])('is ended when it takes more than %s', async (_name, cpuMillis, patienceMillis) => {
    await expect(stepWithin(cpuMillis, patienceMillis).step).rejects.toBeInstanceOf(ReadingStopped)
  })

  it('whose thread ends is no longer waited for', async () => {
    const { thread, step } = stepWithin(600_000, 600_000)
    void thread.terminate()
    await expect(step).rejects.toBeInstanceOf(ReadingStopped)
  })

  it('that is left early gives its thread to the next', async () => {
    const file = fileOf(workbookOf(sheet(50_000)), 4096)
    for (let round = 0; round < 3; round += 1) {
      const { wanted, readPart } = workbook(file)
      const rows = readInThread(wanted, { readPart })
      expect((await rows.next()).done).toBe(false)
      await rows.return(undefined)
    }
    await expect(
      readOnce('tenant', { kind: 'service-provider', metadata: '<a/>' }),
    ).rejects.toThrow('no service provider')
  })

  it('ends with the fault of its file', async () => {
    const { wanted } = workbook(fileOf(workbookOf(sheet(10)), 64))
    const readPart = () => Promise.reject(new Error('the database is away'))
    const rows = readInThread(wanted, { readPart })
    await expect(rows.next()).rejects.toThrow('the database is away')
  })
})
