import type { ListRequest } from './list-state.ts'

const longest = 100
/** Rows of each kind in the palette. */
const most = 5

/** What a list is asked for while a name is typed into the palette. */
export const nameSought = (typed: string) => ({ search: typed.slice(0, longest), limit: most })

/** A list's request as a call takes it that pages rows by name. */
export const namePage = ({ search, sort, cursor, limit }: ListRequest) => {
  const typed = search.trim().slice(0, longest)
  return {
    limit,
    descending: sort?.isDescending ?? false,
    ...(typed === '' ? {} : { search: typed }),
    ...(cursor === null ? {} : { cursor }),
  }
}
