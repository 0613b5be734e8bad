import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isLater, release } from './release.ts'

const manifest = new URL('../../package.json', import.meta.url)

it('the release that a face sends is the version of the packages', () => {
  expect(release).toBe(JSON.parse(readFileSync(manifest, 'utf8')).version)
})

it.each([
  ['0.2.0', true],
  ['0.1.1', true],
  ['1.0.0', true],
  ['0.1.0', false],
  ['0.0.9', false],
  ['next', false],
  ['9.9', false],
  ['', false],
])('%s is a later release than 0.1.0: %s', (version, later) => {
  expect(isLater(version, '0.1.0')).toBe(later)
})
