import type { HttpConnectorTest } from '@signet/contract/settings/http-connectors'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { cleanText } from '../../../platform/log/clean.ts'
import { call } from './call.ts'
import { expectTarget, secretForTest } from './connectors.service.ts'

type Asked = z.output<typeof HttpConnectorTest>

const shownBytes = 2048

/** As it is, and as it travels in a Basic header. */
const formsOf = (secret: string, user: string): readonly string[] => [
  secret,
  Buffer.from(`${user}:${secret}`).toString('base64'),
]

const withoutSecret = (text: string, secret: string | null, user: string): string =>
  secret === null || secret.length < 4
    ? text
    : formsOf(secret, user).reduce((left, form) => left.replaceAll(form, '[redacted]'), text)

/** @throws invalid_parameters, for a target that must not be called */
export const tryConnector = async (ctx: Context, { use, connector, saved, values }: Asked) => {
  const { secret: given, ...definition } = connector
  await expectTarget(ctx, definition, 'connector')
  const kept =
    given === undefined && saved !== undefined ? await secretForTest(ctx, saved, definition) : null
  const secret = given ?? kept
  const outcome = await call(ctx, { definition, secret }, values)
  const { accepted, status, durationMillis, failure } = outcome
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'HTTP_CONNECTOR_TESTED', {
      subject: { entity: 'SETTINGS', id: 'httpconnectors', name: use },
      outcome: accepted ? 'SUCCESS' : 'FAILURE',
      attributes: { host: new URL(definition.url.split('{{')[0] ?? '').host, status, failure },
    })
  })
  // A service may answer with what it was sent: the secret is shown to nobody again.
  const answer = outcome.answer.subarray(0, shownBytes).toString('utf8')
  return {
    accepted,
    status,
    durationMillis,
    failure,
    answer: withoutSecret(cleanText(answer), secret, definition.user),
    items: outcome.items.map(({ name, value }) => ({
      name,
      value: value === null ? null : withoutSecret(value, secret, definition.user),
    })),
  }
}
