import {
  findResources,
  type ProtectedApi,
} from '../../../modules/applications/resource-apis/index.ts'
import { unitOfWork } from '../unit-of-work.ts'

interface Asking {
  readonly clientId: string
  /** All that the request is going to ask for: they are read together. */
  readonly identifiers: readonly string[]
}

/** APIs by identifier as this client meets them, each read once in a request. */
export const askedApis = async ({
  clientId,
  identifiers,
}: Asking): Promise<ReadonlyMap<string, ProtectedApi>> => {
  const { ctx, apis } = unitOfWork()
  const known = apis.get(clientId) ?? new Map<string, ProtectedApi | null>()
  apis.set(clientId, known)
  const unread = [...new Set(identifiers)].filter((identifier) => !known.has(identifier))
  const found = await findResources(ctx, { identifiers: unread, clientId })
  for (const identifier of unread) known.set(identifier, found.get(identifier) ?? null)
  return new Map(
    identifiers.flatMap((identifier) => {
      const api = known.get(identifier) ?? null
      return api === null ? [] : [[identifier, api]]
    }),
  )
}
