import { describe, expect, test } from 'vitest'
import {
  formatDate,
  formatFileSize,
  formatRelativeTime,
  formatZonedDate,
  sessionRemainder,
  userDisplayName,
} from './display.ts'

describe('dates', () => {
  const instant = new Date('2024-06-05T12:03:09.000Z')

  test.each([
    ['UTC', 'en', '05 Jun 2024 12:03:09', 'UTC'],
    ['Europe/Berlin', 'en', '05 Jun 2024 14:03:09', 'GMT+2'],
    ['America/New_York', 'en', '05 Jun 2024 08:03:09', 'EDT'],
    ['Asia/Tokyo', 'de', '05 Juni 2024 21:03:09', 'GMT+9'],
    ['Asia/Bangkok', 'th', '05 มิ.ย. 2024 19:03:09', 'GMT+7'],
    ['Asia/Tokyo', 'ja', '2024年6月5日 21:03:09', 'JST'],
    ['Asia/Seoul', 'ko', '2024년 6월 5일 21:03:09', 'GMT+9'],
    ['Asia/Shanghai', 'zh-cn', '2024年6月5日 20:03:09', 'GMT+8'],
    ['Asia/Taipei', 'zh-tw', '2024年6月5日 20:03:09', 'GMT+8'],
  ])(
    'in %s and %s read %s, on their own followed by %s',
    { meta: { covers: ['formatting.dates', 'constant:format.date'] } },
    (timeZone, locale, shown, zone) => {
      expect(formatDate(instant, { timeZone, locale })).toBe(shown)
      expect(formatZonedDate(instant, { timeZone, locale })).toBe(`${shown} ${zone}`)
    },
  )

  test('write midnight as 00', () => {
    expect(formatDate(new Date('2024-06-05T00:00:00Z'), { timeZone: 'UTC' })).toBe(
      '05 Jun 2024 00:00:00',
    )
  })

  test('name the offset of their own time', () => {
    const view = { timeZone: 'Europe/Berlin' }
    expect(formatZonedDate(new Date('2026-03-29T00:59:59Z'), view)).toMatch(/01:59:59 GMT\+1$/)
    expect(formatZonedDate(new Date('2026-03-29T01:00:00Z'), view)).toMatch(/03:00:00 GMT\+2$/)
  })
})

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1_048_575, '1 MB'],
  [5 * 1024 ** 3, '5 GB'],
  [1024 ** 4, '1 TB'],
  [5000 * 1024 ** 4, '5,000 TB'],
])(
  '%d bytes show as %s',
  {
    meta: {
      covers: [
        'formatting.file-size',
        'constant:format.file-size-largest',
        'constant:format.file-size-smallest',
      ],
    },
  },
  (bytes, shown) => {
    expect(formatFileSize(bytes)).toBe(shown)
  },
)

test.each([
  [-3 * 3_600_000, '3 hours ago'],
  [2 * 86_400_000, 'in 2 days'],
  [-59_000, '59 seconds ago'],
  [-60_000, '1 minute ago'],
  [400 * 86_400_000, 'in 1 year'],
])('%d ms from now is %s', (offset, shown) => {
  const now = new Date('2024-06-05T12:00:00Z')
  expect(formatRelativeTime(new Date(now.getTime() + offset), now)).toBe(shown)
})

test.each([
  [125_000, { expired: false, minutes: 2, seconds: 5 }],
  [1, { expired: false, minutes: 0, seconds: 1 }],
  [0, { expired: true }],
  [-5, { expired: true }],
])(
  '%d ms of a session remaining',
  { meta: { covers: ['session.expiry-text'] } },
  (remaining, shown) => {
    expect(sessionRemainder(remaining)).toEqual(shown)
  },
)

test('a name of spaces is no name', () => {
  expect(userDisplayName({ firstName: ' ', lastName: 'Lee', userId: 'alee' })).toBe('alee')
})
