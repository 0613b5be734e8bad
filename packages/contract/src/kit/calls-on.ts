import type { EntityType } from '@signet/rules/permissions'
import { noContent } from './schemas.ts'

/** What calls about one kind of entity have in common: the right they need, and what it lets them do. */
export const callsOn = <const E extends EntityType>(entity: E) =>
  ({
    view: {
      actor: 'admin',
      needs: [entity, 'VIEW'],
      limit: 'read',
      audit: null,
      method: 'GET',
    },
    add: { actor: 'admin', needs: [entity, 'ADD'], limit: 'change', method: 'POST' },
    edit: { actor: 'admin', needs: [entity, 'EDIT'], limit: 'change', method: 'PUT' },
    remove: {
      actor: 'admin',
      needs: [entity, 'REMOVE'],
      limit: 'change',
      method: 'DELETE',
      answer: noContent,
    },
  }) as const
