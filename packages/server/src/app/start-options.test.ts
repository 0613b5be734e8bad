import { expect, test } from 'vitest'
import { StartRefused } from '../platform/start-refused.ts'
import { startOptions, usage } from './start-options.ts'

test('takes the words it knows', () => {
  expect(startOptions([])).toEqual({ demo: false, help: false })
  expect(startOptions(['--demo'])).toEqual({ demo: true, help: false })
  expect(startOptions(['--help'])).toEqual({ demo: false, help: true })
})

test.each([['--dmeo'], ['demo'], ['--demo=yes']])('refuses %s and says what there is', (word) => {
  const refused = () => startOptions([word])
  expect(refused).toThrow(StartRefused)
  expect(refused).toThrow(usage)
})
