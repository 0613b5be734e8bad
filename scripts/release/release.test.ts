import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { unreleased, withRelease } from './changelog.ts'
import { deliveredIn, licensesText } from './licenses.ts'
import { lockAt, manifestAt, releaseAt } from './manifests.ts'
import { faultOfVersion } from './version.ts'

const read = (path: string): string => readFileSync(path, 'utf8')

describe('a version', () => {
  it.each(['0.2.0', '0.1.1', '1.0.0', '0.10.0'])('%s follows 0.1.0', (wanted) => {
    expect(faultOfVersion(wanted, '0.1.0')).toBeNull()
  })

  it.each(['0.1.0', '0.0.9', '0.2', 'v0.2.0', '0.2.0-beta', '00.2.0', ''])(
    '%s does not follow 0.1.0',
    (wanted) => {
      expect(faultOfVersion(wanted, '0.1.0')).toContain(wanted)
    },
  )
})

describe('the changelog', () => {
  const before = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 - 2026-01-01\n\n- First.\n'

  it('has the unreleased section under the version, and an empty one above it', () => {
    const after = withRelease(before, '0.2.0', '2026-11-29')
    expect(after).toBe(before.replace('Unreleased', 'Unreleased\n\n## 0.2.0 - 2026-11-29'))
    expect([unreleased(before), unreleased(after)]).toEqual(['- New.', ''])
  })

  it('is not released when it says nothing', () => {
    const released = withRelease(before, '0.2.0', '2026-11-29')
    expect(() => withRelease(released, '0.3.0', '2026-11-30')).toThrow('nothing under Unreleased')
  })

  it('of this checkout has such a section', () => {
    expect(read('CHANGELOG.md')).toMatch(/^## Unreleased$/m)
  })
})

describe('the manifests', () => {
  it('have one version, and pin own packages to it', () => {
    const manifest = manifestAt(read('packages/server/package.json'), '9.8.7')
    const { version, dependencies } = JSON.parse(manifest)
    expect([version, dependencies['@signet/rules']]).toEqual(['9.8.7', '9.8.7'])
    const present: unknown = JSON.parse(read('packages/server/package.json')).dependencies.fastify
    expect(dependencies.fastify).toBe(present)
  })

  it('have a lock file in which only they changed', () => {
    const lock = read('package-lock.json')
    const changed = lockAt(lock, '9.8.7')
    const lines = changed.split('\n').filter((line, at) => line !== lock.split('\n')[at])
    expect(lines.every((line) => line.includes('"9.8.7"'))).toBe(true)
    expect(lines.length).toBeGreaterThan(12)
    expect(lockAt(changed, JSON.parse(lock).version)).toBe(lock)
  })

  it('are followed by the release that the faces and the service name', () => {
    const source = read('packages/contract/src/kit/release.ts')
    const { version } = JSON.parse(read('package.json'))
    expect(source).toContain(`export const release = '${version}'`)
    expect(releaseAt(source, '9.8.7')).toBe(source.replace(`'${version}'`, "'9.8.7'"))
  })
})

describe('the licenses', () => {
  const lock: unknown = JSON.parse(read('package-lock.json'))

  it('are those of every package that is delivered, with their texts', () => {
    const text = licensesText(process.cwd(), lock)
    const names = deliveredIn(lock).map(({ name }) => name)
    expect(names).toContain('fastify')
    expect(names).not.toContain('vitest')
    expect(text).toMatch(/^fastify \d+\.\d+\.\d+: MIT$/m)
    expect(text).toContain('Permission is hereby granted')
  })

  it('are missing for none', () => {
    const unknown = { packages: { 'node_modules/unlicensed': { version: '1.0.0' } } }
    expect(() => licensesText(process.cwd(), unknown)).toThrow('unlicensed')
  })
})
