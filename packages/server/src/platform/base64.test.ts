import { describe, expect, it } from 'vitest'
import { cpuMillis } from '../../testing/cpu-time.ts'
import { plainBase64 } from './base64.ts'

const longest = 262_144

describe('plainBase64', () => {
  it.each([
    ['', ''],
    ['QQ==', 'QQ=='],
    [' QU\r\nJD\tRA = = \n', 'QUJDRA=='],
  ])('takes the blanks out of %j', (text, plain) => {
    expect(plainBase64(text, longest)).toBe(plain)
  })

  it.each(['QQ===', 'Q=Q', 'Q-_Q', 'Q!', '==='])('rejects %j', (text) => {
    expect(plainBase64(text, longest)).toBeNull()
  })

  it('rejects a text that is too long, blanks counted', () => {
    expect(plainBase64(`QQ==${' '.repeat(6)}`, 10)).toBe('QQ==')
    expect(plainBase64(`QQ==${' '.repeat(7)}`, 10)).toBeNull()
  })

  it.each([
    ['blanks', ' '],
    ['letters', 'A'],
    ['line breaks between letters', 'A\r\n'],
    ['padding', '='],
  ])('takes linear time for %s before a wrong character', async (_name, unit) => {
    const of = (length: number) => {
      const text = `${unit.repeat(Math.floor((length - 1) / unit.length))}!`
      return cpuMillis(() => plainBase64(text, longest))
    }
    expect(await of(longest / 4)).toBeLessThan(8 * (await of(longest / 16)) + 5)
    expect(await of(longest)).toBeLessThan(50)
  })
})
