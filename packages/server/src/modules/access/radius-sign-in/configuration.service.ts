import { hash } from 'node:crypto'
import type { readRadiusConfiguration } from '@signet/contract/access/radius-sign-in'
import type { AnswerOf, BodyOf } from '@signet/contract/kit/endpoint'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { expectAgent, noteRadiusAgent } from '../../applications/radius-agents/index.ts'
import { listServed, openSharedSecret } from '../../applications/radius-applications/index.ts'

type Answer = AnswerOf<typeof readRadiusConfiguration>

/**
 * What an agent is to serve. It asks every few seconds: only what it does not know is told, and
 * noted in the log, since secrets are in it.
 * @throws access_denied
 */
export const readConfiguration = async (
  ctx: Context,
  { credential, version, revision: known }: BodyOf<typeof readRadiusConfiguration>,
): Promise<Answer> => {
  const agent = await expectAgent(ctx, credential)
  const served = await listServed(ctx, agent.id)
  const revision = hash('sha256', served.revision, 'base64url')
  await noteRadiusAgent(ctx, agent.id, {
    last_seen_at: ctx.platform.clock.now(),
    software: version,
  })
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
