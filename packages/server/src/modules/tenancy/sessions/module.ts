import * as contract from '@signet/contract/tenancy/sessions'
import { sql } from 'kysely'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { endAllOwn, endOwn, listOwn } from './sessions.service.ts'

const sessionRoutes = routes(contract, {
  listOwnSessions: listOwn,
  endOwnSession: (ctx, { params }) => endOwn(ctx, params.id),
  endOwnSessions: endAllOwn,
})

/** Signing out everywhere reaches the tokens of a grant, and of an assistant, through their session. */
const withoutGrants = sql<boolean>`not exists (
  select from oidc_grants g where g.tenant_id = t.tenant_id and g.session_id = t.id)
  and not exists (
    select from voice_links v where v.tenant_id = t.tenant_id and v.session_id = t.id)`

export const sessionsModule: Module = {
  routes: [sessionRoutes],
  retention: [{ table: 'sessions', column: 'expires_at', graceMillis: day, only: withoutGrants }],
  kept: {
    'sessions.step_up_expires_at': 'swept by the session’s own end',
    'sessions.token_expires_at': 'swept by the session’s own end',
  },
  secretColumns: ['sessions.cookie_hash'],
  openColumns: ['sessions.key_thumbprint'],
}
