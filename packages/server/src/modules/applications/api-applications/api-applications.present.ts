import type { ApiApplication } from '@signet/contract/applications/api-applications'
import type { z } from 'zod'
import type { ShownApiApplication } from './api-applications.repository.ts'

export type WireApiApplication = z.input<typeof ApiApplication>

/** A former secret that has ended is told no longer. */
export const present = (row: ShownApiApplication, now: Date): WireApiApplication => ({
  id: row.id,
  applicationType: row.application_type,
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  roleId: row.role_id,
  roleName: row.role_name,
  roleBuiltIn: row.role_built_in,
  addresses: row.addresses,
  tokenTtlSeconds: row.token_ttl_seconds,
  authenticationMethod: row.authentication_method,
  formerSecretEndsAt:
    row.former_ends_at !== null && row.former_ends_at > now ? row.former_ends_at : null,
  lastUsedAt: row.last_used_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** What the audit log keeps of it before and after a change. */
export const audited = (row: ShownApiApplication): Record<string, unknown> => ({
  applicationType: row.application_type,
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  roleId: row.role_id,
  role: row.role_name,
  addresses: row.addresses,
  tokenTtlSeconds: row.token_ttl_seconds,
  authenticationMethod: row.authentication_method,
})
