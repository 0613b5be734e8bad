import { type Finding, isProduction, isTest, type Rule, type SourceFile } from './source-file.ts'

const most = 400
const mostOfNearlyAll = 250
const medianBudget = 80
const kitBudget = 2000

const bySize = (files: readonly SourceFile[]): SourceFile[] =>
  files.toSorted((a, b) => a.lines - b.lines)

/** The size that this share of the files does not pass. */
const quantile = (sorted: readonly SourceFile[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]?.lines ?? 0

const tooLong = (files: readonly SourceFile[]): Finding[] =>
  files
    .filter(({ lines }) => lines > most)
    .map(({ path, lines }) => ({ path, message: `has ${lines} lines; ${most} is the most` }))

const spread = (files: readonly SourceFile[]): Finding[] => {
  const sorted = bySize(files)
  const median = quantile(sorted, 0.5)
  const nearlyAll = quantile(sorted, 0.95)
  const path = sorted.at(-1)?.path ?? ''
  return [
    ...(median > medianBudget
      ? [{ path, message: `the median file has ${median} lines; ${medianBudget} is the budget` }]
      : []),
    ...(nearlyAll > mostOfNearlyAll
      ? [
          {
            path,
            message: `95 % of the files have up to ${nearlyAll} lines, not ${mostOfNearlyAll}`,
          },
        ]
      : []),
  ]
}

/** How long files may be: each of them, nearly all of them, the one in the middle. */
export const fileBudgets: Rule = (files) => {
  const counted = files.filter(isProduction)
  return [...tooLong(counted), ...spread(counted)]
}

/** The thin resource kit stays thin. */
export const kitBudgetHolds: Rule = (files) => {
  const folder = 'packages/server/src/kit'
  const total = files
    .filter(({ path }) => path.startsWith(`${folder}/`) && !isTest(path))
    .reduce((sum, { lines }) => sum + lines, 0)
  return total < kitBudget
    ? []
    : [{ path: folder, message: `has ${total} lines in all; it stays under ${kitBudget}` }]
}
