import { describe } from 'vitest'
import { currentScope } from '../../../scripts/test/scope.ts'

/**
 * A group of journeys that only a run of everything takes (`npm run test:all`): each shows in one walk
 * through a browser what tests of the service and of the pages show part by part. Elsewhere it is not
 * registered: a skipped test would count as a failure.
 */
export const inFullRuns = (name: string, work: () => void): void => {
  if (currentScope().share === 'all') describe(`${name} (in full runs)`, work)
}
