/** Names that no variable has. */
export const unknownNames = (given: readonly string[], known: readonly string[]): string[] =>
  given.filter((name) => !known.includes(name))

/** Levenshtein distance: the fewest letters to put in, take out or change. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, against] of [...other].entries()) {
      const changed = (row[column] ?? 0) + (letter === against ? 0 : 1)
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** The known name that a misspelt one was most likely meant to be; null when none is near. */
export const nearestName = (name: string, known: readonly string[]): string | null => {
  const ranked = known
    .map((candidate) => ({ candidate, away: distance(name, candidate) }))
    .toSorted((one, other) => one.away - other.away)
  const best = ranked[0]
  return best !== undefined && best.away <= Math.max(2, name.length / 3) ? best.candidate : null
}
