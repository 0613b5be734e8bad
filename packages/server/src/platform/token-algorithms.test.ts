import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { keyFileAdapters, loadTokenAlgorithms } from './token-algorithms.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signet-algorithms-'))
  return () => rm(folder, { recursive: true })
})

const written = async (name: string, text: string): Promise<string> => {
  const file = join(folder, name)
  await writeFile(file, text)
  return file
}

test('are none without a module', async () => {
  expect(await loadTokenAlgorithms(null)).toEqual({})
})

test('come from a module that exports them', async () => {
  const file = await written(
    'maker.mjs',
    `export const VENDOR = { keyFileNames: ['urn:maker:otp'], find: (token, [code]) => code === '1' ? token.position + 1 : null }`,
  )
  const all = await loadTokenAlgorithms(file)
  expect(Object.keys(all)).toEqual(['VENDOR'])
  const token = { secret: Buffer.from(''), digits: 6, periodSeconds: 30, position: 4 }
  expect(all.VENDOR?.find(token, ['1'], { now: new Date(), window: 1 })).toBe(5)
  expect(keyFileAdapters(all)).toEqual({ 'urn:maker:otp': 'VENDOR' })
})

test.each([
  ['nothing.mjs', 'export const other = 1', 'exports neither AT nor VENDOR'],
  ['half.mjs', 'export const AT = { keyFileNames: [] }', 'exports neither AT nor VENDOR'],
  ['broken.mjs', 'export const AT =', 'cannot be loaded'],
])('refuse the start by %s', async (name, text, message) => {
  await expect(loadTokenAlgorithms(await written(name, text))).rejects.toThrow(message)
})

test('refuse the start by a module that stands elsewhere for each working folder', async () => {
  await expect(loadTokenAlgorithms('maker.mjs')).rejects.toThrow('must be an absolute path')
})
