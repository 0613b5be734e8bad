import { describe, expect, it } from 'vitest'
import { type AlertStanding, findingOf, stepAlert, type WatchedPrinter } from './printer-alerts.ts'

const well: WatchedPrinter = { state: 'IDLE', reasons: [], supplies: [], cleaningDue: false }
const ribbon = (level: number | null, isConsumed = true) => ({
  ...well,
  supplies: [{ name: 'ribbon', level, isConsumed }],
})
const low = { condition: 'SUPPLY_LOW', level: 15, isStanding: false } as const
const of = (condition: 'ERROR' | 'OFFLINE' | 'CLEANING_DUE') => ({ ...low, condition })

describe('a printer', () => {
  it('has a low supply below the level, and is filled up well above it only', () => {
    expect(findingOf(ribbon(14), low)).toEqual({ holds: true, detail: 'ribbon 14 %' })
    expect(findingOf(ribbon(15), low).holds).toBe(false)
    const standing = { ...low, isStanding: true }
    expect(findingOf(ribbon(19), standing).holds).toBe(true)
    expect(findingOf(ribbon(20), standing).holds).toBe(false)
    expect(findingOf(ribbon(null), low).holds).toBe(false)
    expect(findingOf(ribbon(3, false), low).holds).toBe(false)
  })

  it('tells its error by the keywords that stop it', () => {
    const jammed = { ...well, state: 'STOPPED', reasons: ['media-jam', 'media-low'] } as const
    expect(findingOf(jammed, of('ERROR'))).toEqual({ holds: true, detail: 'media-jam' })
    const silent = { ...well, state: 'STOPPED' } as const
    expect(findingOf(silent, of('ERROR'))).toEqual({ holds: true, detail: 'stopped' })
    expect(findingOf(well, of('ERROR')).holds).toBe(false)
    expect(findingOf({ ...well, cleaningDue: true }, of('CLEANING_DUE')).holds).toBe(true)
  })

  it('that is offline tells nothing but that', () => {
    const off = { ...ribbon(3), state: 'OFFLINE', cleaningDue: true } as const
    expect(findingOf(off, of('OFFLINE')).holds).toBe(true)
    for (const watched of [low, of('ERROR'), of('CLEANING_DUE')]) {
      expect(findingOf(off, watched).holds).toBeNull()
    }
    expect(findingOf({ ...off, state: 'UNKNOWN' }, of('OFFLINE')).holds).toBeNull()
  })
})

const start = new Date('2026-01-02T03:04:05Z')
const minute = 60_000

/** What is told, by the minute at which it is; a look each minute. */
const toldOf = (held: string, settle: number, pause = 0): readonly string[] => {
  let standing: AlertStanding = { phase: 'QUIET', at: start, endedAt: null }
  return [...held].flatMap((seen, at) => {
    const now = new Date(start.getTime() + at * minute)
    const step = stepAlert(standing, seen === '?' ? null : seen === '#', {
      now,
      settleMillis: settle * minute,
      pauseMillis: pause * minute,
    })
    standing = step.standing
    return step.told === null ? [] : [`${step.told} ${at}`]
  })
}

describe('an alert', () => {
  it.each([
    ['is told once while its state stands, and once that it is over', '.####...', 0, 0, [1, 5]],
    ['waits until the state has stood', '.####...', 2, 0, [3, 7]],
    ['forgets what was over before it was told', '.#.#.#.#.', 2, 0, []],
    ['is not ended by what comes back at once', '.###.#.#.#....', 2, 0, [3, 12]],
    ['knows nothing while the printer tells nothing', '.##??????##..', 0, 0, [1, 11]],
    ['pauses before it is told again', '.#.#.#.#.#####', 0, 8, [1, 2, 10]],
  ] as const)('%s', (_name, held, settle, pause, minutes) => {
    const words = ['RAISED', 'ENDED']
    expect(toldOf(held, settle, pause)).toEqual(minutes.map((at, n) => `${words[n % 2]} ${at}`))
  })
})
