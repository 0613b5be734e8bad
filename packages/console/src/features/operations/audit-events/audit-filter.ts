import type { AuditFilter } from '@signet/contract/operations/audit-events'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { auditOutcomes } from '../../../pickers/audit-words.ts'

type Filter = z.input<typeof AuditFilter>

/** The service searches from three characters on. */
const shortestText = 3

const instantOf = (value: string | undefined): string | undefined => {
  const date = new Date(value ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** What the address asks for, as the service takes it. */
export const filterOf = ({ search, filters }: ListRequest): Filter => {
  const { action, kind, actor, entity, address, country, request } = filters
  return {
    from: instantOf(filters.from),
    until: instantOf(filters.until),
    actorId: actor,
    entityType: kind,
    entityId: entity,
    actions: action?.split(','),
    outcome: auditOutcomes.find((outcome) => outcome === filters.outcome),
    address,
    country,
    requestId: request,
    text: search.length < shortestText ? undefined : search,
  }
}
