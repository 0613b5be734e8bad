import { expect, it } from 'vitest'
import { SeenKeys } from './seen-keys.ts'

it('tells the line on which each of very many keys was first met', () => {
  const seen = new SeenKeys()
  const count = 100_000
  const met = (line: number): number | null => seen.meet(`i:user-${line}`, line)
  for (let line = 2; line < count; line += 1) expect(met(line)).toBeNull()
  for (let line = 2; line < count; line += 997) expect(met(line)).toBe(line)
})

it('gives its memory back when it grows and when it is closed', () => {
  const { arrayBuffers } = process.memoryUsage()
  const left = Array.from({ length: 40 }, () => {
    const seen = new SeenKeys()
    for (let line = 0; line < 40_000; line += 1) seen.meet(`i:user-${line}`, line)
    seen.close()
    return process.memoryUsage().arrayBuffers - arrayBuffers
  })
  expect(Math.max(...left)).toBeLessThan(4_000_000)
})
