import { hash } from 'node:crypto'
import type { readRadiusConfiguration } from '@signet/contract/access/radius-sign-in'
import type { AnswerOf, BodyOf } from '@signet/contract/kit/endpoint'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import type { RadiusAgentFault } from '../../../platform/db/schema/radius.ts'
import {
  addFaults,
  expectAgent,
  noteRadiusAgent,
  type PresentedAgent,
} from '../../applications/radius-agents/index.ts'
import { listServed, openSharedSecret } from '../../applications/radius-applications/index.ts'
import { recordRejection } from '../../tenancy/rejections/index.ts'

type Answer = AnswerOf<typeof readRadiusConfiguration>
type Served = Awaited<ReturnType<typeof listServed>>

type Body = BodyOf<typeof readRadiusConfiguration>

/** What the agent refused by itself, in the audit log; of its own applications alone. */
const keepFaults = async (
  ctx: Context,
  agent: PresentedAgent,
  { faults, served }: Pick<Body, 'faults'> & { readonly served: Served },
): Promise<void> => {
  const lastAt = ctx.platform.clock.now().toISOString()
  const kept: RadiusAgentFault[] = []
  for (const { reason, applicationId, clientAddress, count, ...asked } of faults) {
    const row = served.rows.find(({ id }) => id === applicationId)
    if (applicationId !== null && row === undefined) continue
    kept.push({ reason, application: row?.name ?? null, clientAddress, count, lastAt })
    await recordRejection(ctx, {
      door: 'RADIUS',
      reason,
      ...(row === undefined ? {} : { application: { id: row.id, name: row.name } }),
      asked: {
        agent: agent.name,
        count: String(count),
        method: asked.method ?? undefined,
        userName: asked.userName ?? undefined,
        callingStation: asked.callingStationId ?? undefined,
      },
      source: clientAddress,
    })
  }
  if (kept.length > 0) await addFaults(ctx, agent.id, kept)
}

/**
 * What an agent is to serve. It asks every few seconds: only what it does not know is told, and
 * noted in the log, since secrets are in it.
 * @throws access_denied
 */
export const readConfiguration = async (
  ctx: Context,
  { credential, version, revision: known, faults }: Body,
): Promise<Answer> => {
  const agent = await expectAgent(ctx, credential)
  const served = await listServed(ctx, agent.id)
  const revision = hash('sha256', served.revision, 'base64url')
  await noteRadiusAgent(ctx, agent.id, {
    last_seen_at: ctx.platform.clock.now(),
    software: version,
  })
  await keepFaults(ctx, agent, { faults, served })
  if (revision === known) return { revision, applications: null }
  const applications = await Promise.all(
    served.rows.map(async (row) => ({
      id: row.id,
      name: row.name,
      sharedSecret: await openSharedSecret(ctx, row),
      allowedAddresses: row.settings.allowedAddresses,
      tlsClientName: row.settings.tlsClientName,
      requireMessageAuthenticator: row.settings.requireMessageAuthenticator,
      requestsPerSecond: row.settings.requestsPerSecond,
    })),
  )
  await ctx.transaction(async (ctx) =>
    audit(ctx, 'RADIUS_CONFIGURATION_READ', {
      subject: { entity: 'AGENTS', ...agent },
      actor: { kind: 'application', ...agent },
      attributes: { applications: applications.length },
    }),
  )
  return { revision, applications }
}
