import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isCompromised } from './compromised-passwords.ts'

const leaked = 'glockenspiel vierundzwanzig'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'breaches-'))
  const hash = createHash('sha1').update(leaked).digest('hex').toUpperCase()
  const lines = [`${'0'.repeat(35)}:3`, `${hash.slice(5)}:17`, `${'F'.repeat(35)}:1`]
  await writeFile(join(folder, `${hash.slice(0, 5)}.txt`), lines.join('\r\n'))
})
afterAll(() => rm(folder, { recursive: true }))

it.each(['password', 'PassWord', 'dragon123', '!!monkey!!', '1qaz2wsx'])(
  'knows %s',
  async (text) => {
    expect(await isCompromised(text, null)).toBe(true)
  },
)

it.each(['correct horse battery staple', 'dragon 749 harbour', 'ünüsüäl phräse'])(
  'does not know %s',
  async (text) => {
    expect(await isCompromised(text, folder)).toBe(false)
  },
)

it('finds a leaked password in the operator’s files', async () => {
  expect(await isCompromised(leaked, null)).toBe(false)
  expect(await isCompromised(leaked, folder)).toBe(true)
})

it('lets nothing pass when a file cannot be read', async () => {
  const hash = createHash('sha1').update('some other phrase').digest('hex').toUpperCase()
  await expect(
    isCompromised('some other phrase', join(folder, `${hash.slice(0, 5)}.txt`, 'x')),
  ).resolves.toBe(false)
  await expect(isCompromised('some other phrase', '\0')).rejects.toThrow('null bytes')
})
