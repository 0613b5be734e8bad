import { createHash } from 'node:crypto'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longFiles } from './test-files.ts'

const isLong = ({ moduleId }: TestSpecification): boolean =>
  longFiles.some((file) => moduleId.endsWith(`/${file}`))

const placeOf = ({ moduleId }: TestSpecification): string =>
  createHash('sha256')
    .update(`${process.env['TEST_ORDER'] ?? ''}\n${moduleId.slice(process.cwd().length)}`)
    .digest('hex')

const byPlace = (one: TestSpecification, other: TestSpecification): number =>
  placeOf(one) < placeOf(other) ? -1 : 1

/**
 * Shuffles the files by the seed in TEST_ORDER, the same way on every machine: tests that depend on
 * an order are found. Files of minutes come first, so that no core waits for one at the end.
 */
export class SeededOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const shuffled = files.toSorted(byPlace)
    return Promise.resolve([
      ...shuffled.filter(isLong),
      ...shuffled.filter((file) => !isLong(file)),
    ])
  }
}
