import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longFiles } from './test-files.ts'

const isLong = ({ moduleId }: TestSpecification): boolean =>
  longFiles.some((file) => moduleId.endsWith(`/${file}`))

/**
 * Begins with the files that take longest. In a fresh checkout nothing is known of durations, and
 * what begins last would run on alone while the other cores wait.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own: it answers a new list
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
