import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Advisory, affectedBy, installedOf } from './affected.ts'
import { compareVersions } from './versions.ts'

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const own: readonly Advisory[] = read('./advisories.json')

const advisory = (events: Advisory['affected'][0]['ranges'], extra: object = {}): Advisory => ({
  id: 'GHSA-0',
  affected: [{ package: { ecosystem: 'npm', name: 'a' }, ...(events && { ranges: events }) }],
  ...extra,
})
const range = (...events: Parameters<typeof rangeOf>[0]) => [rangeOf(events)]
const rangeOf = (events: NonNullable<Advisory['affected'][0]['ranges']>[0]['events']) => ({
  type: 'SEMVER',
  events,
})

const isAffected = (one: Advisory, version: string): boolean =>
  affectedBy([one], [{ name: 'a', version }]).length > 0

describe('versions', () => {
  /* The example of Semantic Versioning 2.0.0, section 11. */
  it('come in their order', () => {
    const order = [
      '0',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.2.0',
      '1.10.0',
      '2.0.0',
    ]
    const shuffled = order.toReversed()
    expect(shuffled.toSorted(compareVersions)).toEqual(order)
    expect(compareVersions('1.0.0+a', '1.0.0+b')).toBe(0)
  })
})

describe('an advisory', () => {
  const between = advisory(
    range({ introduced: '1.0.0' }, { fixed: '1.2.3' }, { introduced: '2.0.0' }, { fixed: '2.0.1' }),
  )

  it.each([
    ['0.9.9', false],
    ['1.0.0-rc.1', false],
    ['1.0.0', true],
    ['1.2.3-rc.1', true],
    ['1.2.3', false],
    ['2.0.0', true],
    ['2.0.1', false],
  ])('says of version %s that it is affected: %s', (version, affected) => {
    expect(isAffected(between, version)).toBe(affected)
  })

  it('may name the last affected version, single versions, or be withdrawn', () => {
    const last = advisory(range({ introduced: '0' }, { last_affected: '1.4.0' }))
    expect(['1.4.0', '1.4.1'].map((version) => isAffected(last, version))).toEqual([true, false])
    const { id, affected } = advisory(undefined)
    const single = { id, affected: affected.map((each) => ({ ...each, versions: ['3.0.0'] })) }
    expect(['3.0.0', '3.0.1'].map((version) => isAffected(single, version))).toEqual([true, false])
    expect(isAffected({ ...between, withdrawn: '2026-01-01' }, '1.0.0')).toBe(false)
  })

  it('is of its own package in its own ecosystem', () => {
    const other = {
      ...between,
      affected: between.affected.map((each) => ({
        ...each,
        package: { ecosystem: 'PyPI', name: 'a' },
      })),
    }
    expect(isAffected(other, '1.0.0')).toBe(false)
    expect(affectedBy([between], [{ name: 'aa', version: '1.0.0' }])).toEqual([])
  })
})

describe('a lock file', () => {
  it('names every version that is installed, also below another package', () => {
    const packages = {
      '': { version: '0.1.0' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b/node_modules/@c/d': { version: '2.0.0' },
      'node_modules/own': { link: true },
      'packages/own': { version: '0.1.0' },
    }
    expect(installedOf({ packages })).toEqual([
      { name: 'a', version: '1.0.0' },
      { name: '@c/d', version: '2.0.0' },
    ])
  })

  it('of this project installs nothing that the list names', () => {
    const installed = installedOf(read('../../package-lock.json'))
    expect(installed.length).toBeGreaterThan(300)
    expect(affectedBy(own, installed)).toEqual([])
  })

  it('with an older version of a listed package is found', () => {
    const older = installedOf({ packages: { 'node_modules/nodemailer': { version: '7.0.6' } } })
    expect(affectedBy(own, older).map(({ id }) => id)).toEqual([
      'GHSA-mm7p-fcc7-pg87',
      'GHSA-rcmh-qjqh-p98v',
    ])
  })
})
