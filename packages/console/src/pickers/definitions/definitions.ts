import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListRequest } from '../../kit/list-state.ts'
import type { Tagged } from '../../lib/call.ts'
import { wholeListPage } from '../whole-list.ts'

/** What rules are made of, and the rules: named, described, listed whole. */
export interface Definition {
  readonly id: string
  readonly name: string
  readonly description: string
}

/** The calls of one kind of definition. */
export interface Definitions<Row extends Definition, Wanted> {
  /** The first part of its query keys. */
  readonly subject: string
  readonly list: (signal: AbortSignal) => Promise<readonly Row[]>
  readonly read: (id: string, signal?: AbortSignal) => Promise<Tagged<Row>>
  readonly create: (body: Wanted) => Promise<unknown>
  readonly change: (id: string, body: Wanted, etag: string | null) => Promise<unknown>
  readonly remove: (id: string) => Promise<unknown>
}

type ReadOnly<Row extends Definition> = Pick<Definitions<Row, never>, 'subject' | 'list' | 'read'>

export const allQuery = <Row extends Definition>({ subject, list }: ReadOnly<Row>) => ({
  queryKey: [subject, 'all'],
  queryFn: ({ signal }: { signal: AbortSignal }) => list(signal),
})

/** The list comes whole: it is searched and paged here. */
export const pageQuery =
  <Row extends Definition>({ subject, list }: ReadOnly<Row>) =>
  (request: ListRequest) => ({
    queryKey: [subject, 'page', request],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const sought = request.search.trim().toLocaleLowerCase()
      const found = (await list(signal)).filter(({ name, description }) =>
        `${name} ${description}`.toLocaleLowerCase().includes(sought),
      )
      return wholeListPage(found, request, ({ name }) => name)
    },
  })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const oneQuery = <Row extends Definition>({ subject, read }: ReadOnly<Row>, id: string) => ({
  queryKey: [subject, 'one', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(id, signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

interface Save<Wanted> {
  readonly id: string
  readonly body: Wanted
  readonly etag: string | null
}

/** Changes of one kind; what was read of it is stale after each. */
export const useDefinitionChanges = <Row extends Definition, Wanted>(
  definitions: Definitions<Row, Wanted>,
) => {
  const client = useQueryClient()
  const stale = async (keys: readonly string[]): Promise<void> => {
    const { subject } = definitions
    await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [subject, key] })))
  }
  const onSuccess = (): Promise<void> => stale(['page', 'all', 'one'])
  return {
    create: useMutation({ mutationFn: definitions.create, onSuccess }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save<Wanted>) => definitions.change(id, body, etag),
      onSuccess,
    }),
    // What is gone is not read again: its page is left.
    remove: useMutation({
      mutationFn: definitions.remove,
      onSuccess: () => stale(['page', 'all']),
    }),
  }
}
