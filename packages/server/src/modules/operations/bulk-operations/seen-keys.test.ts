import { expect, it } from 'vitest'
import { SeenKeys } from './seen-keys.ts'

it('tells the line on which each of very many keys was first met', () => {
  const seen = new SeenKeys()
  const count = 100_000
  const met = (line: number): number | null => seen.meet(`i:user-${line}`, line)
  for (let line = 2; line < count; line += 1) expect(met(line)).toBeNull()
  for (let line = 2; line < count; line += 997) expect(met(line)).toBe(line)
})
