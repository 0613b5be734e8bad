import {
  type ProviderClient,
  ProviderClientChange,
} from '@signet/contract/provider/client-credentials'
import { isBuilt, providerEntityTypes } from '@signet/rules/permissions'
import { z } from 'zod'
import { withinBounds } from '../../../kit/durations.ts'

export const actions = ['view', 'add', 'edit', 'remove'] as const
export const entities = providerEntityTypes.filter(isBuilt)

/** Permissions as the form holds them: entity type and action, a space between. */
export const ClientForm = ProviderClientChange.required()
  .omit({ permissions: true })
  .extend({
    grants: z.array(z.string()),
    tokenTtlSeconds: withinBounds(ProviderClientChange.shape.tokenTtlSeconds.unwrap(), {
      storedIn: 'sec',
    }),
  })
export type ClientValues = z.input<typeof ClientForm>

type Permissions = z.input<typeof ProviderClientChange>['permissions']

export const grantOf = (entityType: string, action: string): string => `${entityType} ${action}`

/** Adding, changing and removing take seeing with them. */
export const permissionsOf = (grants: readonly string[]): NonNullable<Permissions> =>
  entities
    .map((entityType) => {
      const has = (action: string): boolean => grants.includes(grantOf(entityType, action))
      const given = { add: has('add'), edit: has('edit'), remove: has('remove') }
      const view = has('view') || given.add || given.edit || given.remove
      return { entityType, view, ...given }
    })
    .filter(({ view }) => view)

export const newClient: ClientValues = {
  name: '',
  description: '',
  enabled: true,
  addresses: [],
  tokenTtlSeconds: 3600,
  grants: [],
}

export const formOf = (row: z.output<typeof ProviderClient>): ClientValues => ({
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  addresses: row.addresses,
  tokenTtlSeconds: row.tokenTtlSeconds,
  grants: row.permissions.flatMap((permission) =>
    actions.flatMap((action) =>
      permission[action] ? [grantOf(permission.entityType, action)] : [],
    ),
  ),
})
