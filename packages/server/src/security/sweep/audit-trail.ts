import type { Route } from '../../kit/routes.ts'
import type { Visit } from './crawl.ts'
import type { World } from './world.ts'

/** What a call writes beside its own action, each an event of its own right. */
const beside: Readonly<Record<string, readonly string[]>> = {
  assignOwnGrid: ['GRID_ACTIVATED'],
  cancelActivePrints: ['PRINT_ENDED'],
  cancelPrint: ['PRINT_ENDED'],
  cancelPrintBatch: ['PRINT_ENDED'],
  removePrint: ['PRINT_ENDED'],
  authenticateGridVerification: ['GRID_ACTIVATED'],
  changeExpiredPassword: ['AUTHENTICATION'],
  completeSignUp: ['AUTHENTICATION'],
  completeEnrollment: ['AUTHENTICATION', 'TOKEN_ACTIVATED'],
  createPassthrough: ['VOUCHING_CHANGED'],
  createUserGrid: ['GRID_MAILED'],
  publishWhatIf: ['SETTINGS_UPDATED'],
  updateExternalCredentialSettings: ['VOUCHING_CHANGED'],
  updateFaceAccount: ['VOUCHING_CHANGED'],
  updateOnfido: ['VOUCHING_CHANGED'],
  updateOtpProvider: ['VOUCHING_CHANGED'],
  updateOtpProviders: ['VOUCHING_CHANGED'],
  startEnrollment: ['TOKEN_ACTIVATION_STARTED', 'TOKEN_CREATED'],
}

/** The actions that a successful call of a route writes to the audit log. */
export const declaredActions = ({ name, endpoint: { audit } }: Route): string[] =>
  [...(audit === null ? [] : [audit]), ...(beside[name] ?? [])].toSorted()

/** Reads the audit log of a tenant once; tells what each call has written to it. */
export const readAuditTrail = async ({
  ctx: { db, tenant },
}: World): Promise<(visit: Visit) => readonly string[]> => {
  const rows = await db
    .selectFrom('audit_events as e')
    .innerJoin('audit_details as d', (join) =>
      join.onRef('d.tenant_id', '=', 'e.tenant_id').onRef('d.event_id', '=', 'e.id'),
    )
    .select(['e.action', 'd.request_id'])
    .where('e.tenant_id', '=', tenant.id)
    .execute()
  const byRequest = Map.groupBy(rows, ({ request_id }) => request_id)
  return ({ answer }) =>
    (byRequest.get(String(answer.headers['x-request-id'])) ?? [])
      .map(({ action }) => action)
      .toSorted()
}
