import { describe, expect, it } from 'vitest'
import { deviceOf } from './user-agent.ts'

describe('a device', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
      { browser: 'Edge', system: 'Windows' },
    ],
    [
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
      { browser: 'Chrome', system: 'Android' },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18 Safari/604',
      { browser: 'Safari', system: 'iOS' },
    ],
    ['curl/8.0', { browser: undefined, system: undefined }],
    [null, { browser: undefined, system: undefined }],
  ])('is told from %s', (userAgent, expected) => {
    expect(deviceOf(userAgent)).toEqual(expected)
  })
})
