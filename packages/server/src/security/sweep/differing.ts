/** Members that move with every change of a row: alone they show nothing. */
const moving: ReadonlySet<string> = new Set(['version', 'updatedAt', 'requestId'])

/** All values by their place in what was read. */
const flat = (value: unknown, place = ''): [place: string, value: unknown][] =>
  typeof value !== 'object' || value === null
    ? [[place, value]]
    : Object.entries(value)
        .filter(([name]) => !moving.has(name))
        .flatMap(([name, item]) => flat(item, `${place}/${name}`))

/** The places that were read twice alike and a third time differently. */
export const differing = (first: unknown, second: unknown, third: unknown): string[] => {
  const [one, two, three] = [first, second, third].map((each) => new Map(flat(each)))
  return [...new Set([...(one?.keys() ?? []), ...(three?.keys() ?? [])])].filter(
    (place) => one?.get(place) === two?.get(place) && one?.get(place) !== three?.get(place),
  )
}
