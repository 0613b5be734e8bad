import type { Endpoint, ReceivedOf } from '@signet/contract/kit/endpoint'
import {
  type InvalidateQueryFilters,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { callWithEtag, type Tagged } from '../lib/call.ts'
import type { RequestOptions } from '../lib/call-request.ts'

interface Save<Body, Id> {
  readonly id: Id
  readonly body: Body
  /** The version that was read. */
  readonly etag: string | null
}

/** The calls of one kind of entity. */
interface EntityCalls<Row, New, Made, Body, Id = string> {
  readonly read: (id: Id, signal?: AbortSignal) => Promise<Tagged<Row>>
  readonly create: (body: New) => Promise<Made>
  readonly update: (save: Save<Body, Id>) => Promise<Tagged<Row>>
  readonly remove: (id: Id) => Promise<unknown>
}

/** What is cached of one kind of entity. */
interface Kind {
  /** The first part of its query keys; one of them has the key `[subject, 'one', id]`. */
  readonly subject: string
  /** Keys of other queries that a change makes stale. */
  readonly also?: readonly QueryKey[]
}

/** One kind of entity: how it is read and changed. */
export type Entity<Row, New, Made, Body, Id = string> = Kind & EntityCalls<Row, New, Made, Body, Id>

type SentTo<E extends Endpoint> = E extends { body: infer Body extends z.ZodType }
  ? z.input<Body>
  : never

const send = (endpoint: Endpoint, options: RequestOptions): Promise<Tagged<unknown>> =>
  callWithEtag<Endpoint>(endpoint, options)

type Params = Readonly<Record<string, string>>

/**
 * The calls that these endpoints make. The last parameter of the path is the id; the others are the
 * same for all of this kind.
 */
export function callsOf<
  const Read extends Endpoint,
  const Create extends Endpoint,
  const Update extends Endpoint & Pick<Read, 'answer'>,
>(
  endpoints: {
    readonly read: Read
    readonly create: Create
    readonly update: Update
    readonly remove: Endpoint
  },
  params?: Params,
): EntityCalls<ReceivedOf<Read>, SentTo<Create>, ReceivedOf<Create>, SentTo<Update>>
export function callsOf(
  endpoints: Readonly<Record<'read' | 'create' | 'update' | 'remove', Endpoint>>,
  params: Params = {},
): EntityCalls<unknown, unknown, unknown, unknown> {
  const { read, create, update, remove } = endpoints
  // The last parameter of `/groups/:id/…`.
  const [name = ''] = read.path.split(':').at(-1)?.split('/') ?? []
  const at = (id: string): Params => ({ ...params, [name]: id })
  return {
    read: (id, signal) => send(read, { params: at(id), signal }),
    create: async (body) => (await send(create, { params, body })).value,
    update: ({ id, body, etag }) =>
      send(update, { params: at(id), body, ifMatch: etag ?? undefined }),
    remove: (id) => send(remove, { params: at(id) }),
  }
}

/** The same calls for a form whose values have another shape than the body. */
export const withBody = <Row, Body, Made, Id, Values>(
  calls: EntityCalls<Row, Body, Made, Body, Id>,
  bodyOf: (values: Values) => Body,
): EntityCalls<Row, Values, Made, Values, Id> => ({
  ...calls,
  create: (values) => calls.create(bodyOf(values)),
  update: ({ body, ...save }) => calls.update({ ...save, body: bodyOf(body) }),
})

/** One as it is now: a form keeps what was typed, and If-Match finds the changes of others. */
export const oneQuery = <Row, Id = string>(
  { subject, read }: Kind & Pick<EntityCalls<Row, never, unknown, never, Id>, 'read'>,
  id: Id,
) => ({
  queryKey: [subject, 'one', id],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => read(id, signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** A call after which the queries under these keys are stale. */
export const useChange = <In, Out>(
  mutationFn: (input: In) => Promise<Out>,
  ...stale: readonly QueryKey[]
) => {
  const client = useQueryClient()
  const onSuccess = () =>
    Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
  return useMutation({ mutationFn, onSuccess })
}

const isList: InvalidateQueryFilters['predicate'] = ({ queryKey: [, part] }) => part !== 'one'

/** Marks stale whatever lists entities of this kind, and what else a change of one touches. */
const useStaleLists = ({ subject, also = [] }: Kind) => {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [subject], predicate: isList }),
      ...also.map((queryKey) => client.invalidateQueries({ queryKey })),
    ])
}

export const useCreate = <New, Made>(
  entity: Kind & Pick<EntityCalls<unknown, New, Made, never>, 'create'>,
) => useMutation({ mutationFn: entity.create, onSuccess: useStaleLists(entity) })

export type Removable<Id> = Kind & Pick<EntityCalls<unknown, never, unknown, never, Id>, 'remove'>

/** What is gone is not read again: its page is left. */
export const useRemove = <Id>(entity: Removable<Id>) =>
  useMutation({ mutationFn: entity.remove, onSuccess: useStaleLists(entity) })

/** A change of one whose answer is that one as it is now: what was read of it gives way to it. */
export const useSaved = <Input extends { readonly id: Id }, Row, Id = string>(
  kind: Kind,
  mutationFn: (input: Input) => Promise<Tagged<Row>>,
) => {
  const client = useQueryClient()
  const listed = useStaleLists(kind)
  return useMutation({
    mutationFn,
    onSuccess: async (saved, { id }) => {
      const queryKey = [kind.subject, 'one', id]
      // An answer without a version cannot be saved over: it is read again.
      if (saved.etag === null) await client.invalidateQueries({ queryKey })
      else client.setQueryData(queryKey, saved)
      return listed()
    },
  })
}

export const useUpdate = <Row, Body, Id>(
  entity: Kind & Pick<EntityCalls<Row, never, unknown, Body, Id>, 'update'>,
) => useSaved<Save<Body, Id>, Row, Id>(entity, entity.update)
