/** Positions as people write them: `1-12, 15`. */
export const positionsText = (positions: readonly number[]): string => {
  const sorted = [...new Set(positions)].toSorted((a, b) => a - b)
  const runs: [number, number][] = []
  for (const at of sorted) {
    const last = runs.at(-1)
    if (last !== undefined && last[1] === at - 1) last[1] = at
    else runs.push([at, at])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
}

const runOf = (part: string): readonly number[] | null => {
  const match = /^(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?$/.exec(part.trim())
  if (match === null) return null
  const from = Number(match[1])
  const to = match[2] === undefined ? from : Number(match[2])
  return from < 1 || to < from ? null : Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** The positions of such a text in their order; null where it is none. */
export const parsePositions = (text: string): readonly number[] | null => {
  const runs = text.split(',').map(runOf)
  const all = runs.flatMap((run) => run ?? [])
  return runs.includes(null) ? null : [...new Set(all)].toSorted((a, b) => a - b)
}
