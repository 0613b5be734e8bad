import { type EntityType, providerEntityTypes } from '@signet/rules/permissions'
import type { About } from './endpoint.ts'
import { noContent } from './schemas.ts'

const ofProviders: readonly EntityType[] = providerEntityTypes

/**
 * What calls on one kind of entity have in common: who calls them, the right they need, and what it
 * lets them do. `about` says what a new subject is.
 */
export const callsOn = <const E extends EntityType>(entity: E, about?: About) => {
  const shared = {
    actor: ofProviders.includes(entity) ? 'provider' : 'admin',
    ...(about === undefined ? {} : { about }),
  } as const
  return {
    view: { ...shared, needs: [entity, 'VIEW'], limit: 'read', audit: null, method: 'GET' },
    add: { ...shared, needs: [entity, 'ADD'], limit: 'change', method: 'POST' },
    edit: { ...shared, needs: [entity, 'EDIT'], limit: 'change', method: 'PUT' },
    remove: {
      ...shared,
      needs: [entity, 'REMOVE'],
      limit: 'change',
      method: 'DELETE',
      answer: noContent,
    },
  } as const
}
