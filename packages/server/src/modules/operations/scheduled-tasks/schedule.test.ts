import { describe, expect, it } from 'vitest'
import { expectSchedule, nextRuns } from './schedule.ts'

const times = (cron: string, timeZone: string, [after, count]: readonly [string, number]) =>
  nextRuns({ cron, timeZone }, new Date(after), count).map((at) => at.toISOString().slice(0, 16))

describe('a schedule across a change of clocks', () => {
  it('runs once after a time that is skipped', () => {
    expect(times('30 2 * * *', 'Europe/Berlin', ['2027-03-27T12:00:00Z', 3])).toEqual([
      '2027-03-28T01:00',
      '2027-03-29T00:30',
      '2027-03-30T00:30',
    ])
  })

  it('runs once at a time that comes twice', () => {
    expect(times('30 2 * * *', 'Europe/Berlin', ['2026-10-24T12:00:00Z', 3])).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
      '2026-10-27T01:30',
    ])
  })

  it('runs in every hour that there is, where it runs hourly', () => {
    expect(times('0 * * * *', 'Europe/Berlin', ['2026-10-24T22:30:00Z', 4])).toEqual([
      '2026-10-24T23:00',
      '2026-10-25T00:00',
      '2026-10-25T01:00',
      '2026-10-25T02:00',
    ])
  })

  it('knows midnights that are skipped and clocks that move by half an hour', () => {
    expect(times('0 0 * * *', 'America/Sao_Paulo', ['2018-11-03T12:00:00Z', 2])).toEqual([
      '2018-11-04T03:00',
      '2018-11-05T02:00',
    ])
    expect(times('15 2 * * *', 'Australia/Lord_Howe', ['2027-10-02T00:00:00Z', 2])).toEqual([
      '2027-10-02T15:30',
      '2027-10-03T15:15',
    ])
  })
})

describe('a schedule is refused that', () => {
  it.each([
    ['has six fields', { cron: '0 0 7 * * *', timeZone: 'UTC' }],
    ['is a word', { cron: '@daily', timeZone: 'UTC' }],
    ['means nothing', { cron: '61 7 * * *', timeZone: 'UTC' }],
    ['never comes', { cron: '0 0 31 2 *', timeZone: 'UTC' }],
    ['runs more than once an hour', { cron: '0,30 9 * * *', timeZone: 'UTC' }],
    ['is in no time zone', { cron: '0 7 * * *', timeZone: 'Mars/Olympus' }],
  ])('%s', (_, schedule) => {
    expect(() => expectSchedule(schedule, new Date('2026-11-21T00:00:00Z'))).toThrow(
      'invalid_parameters',
    )
  })
})
