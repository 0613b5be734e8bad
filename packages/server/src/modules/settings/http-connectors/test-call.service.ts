import type { HttpConnectorTest } from '@signet/contract/settings/http-connectors'
import { maskedUrl } from '@signet/rules/masked-urls'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { cleanText } from '../../../platform/log/clean.ts'
import { call, type OpenConnector } from './call.ts'
import { expectTarget, savedForTest } from './connectors.service.ts'
import { shownHeader, withKept } from './header-values.ts'

type Asked = z.output<typeof HttpConnectorTest>

const shownBytes = 2048

/** Fixed values of the query, which are not shown either. */
const fixedValues = (url: string): readonly string[] =>
  url
    .split(/[?&]/)
    .slice(1)
    .filter((one) => maskedUrl(`?${one}`) !== `?${one}`)
    .map((one) => one.slice(one.indexOf('=') + 1))

/** As they are, and as they travel in a Basic header or a URL. */
const secretsOf = ({ definition, secret }: OpenConnector): readonly string[] => {
  const { user, headers, secrets, url } = definition
  const basic = Buffer.from(`${user}:${secret}`).toString('base64')
  const hidden = headers.filter((header) => shownHeader(header).value === null)
  const named = secrets.flatMap(({ value }) => [value, encodeURIComponent(value)])
  return [
    ...(secret === null ? [] : [secret, basic]),
    ...hidden.map(({ value }) => value),
    ...named,
    ...fixedValues(url),
  ]
}

const withoutSecrets = (text: string, connector: OpenConnector): string =>
  secretsOf(connector)
    .filter(({ length }) => length >= 4)
    .reduce((left, secret) => left.replaceAll(secret, '[redacted]'), text)

/** What is given, with what is saved for the same target where it is left out. */
const openedOf = async (
  ctx: Context,
  { connector, saved }: Pick<Asked, 'connector' | 'saved'>,
): Promise<OpenConnector> => {
  const { secret, ...definition } = connector
  const kept = saved === undefined ? null : await savedForTest(ctx, saved, definition)
  const filled = (kind: 'headers' | 'secrets') =>
    withKept(definition[kind], kept?.definition[kind] ?? []).map(({ name, value }) => ({
      name,
      value: value ?? '',
    }))
  const url = kept?.definition.url ?? definition.url
  const isGiven = secret !== undefined
  return {
    definition: { ...definition, url, headers: filled('headers'), secrets: filled('secrets') },
    secret: isGiven ? secret : (kept?.secret ?? null),
  }
}

/** @throws invalid_parameters, for a target that must not be called */
export const tryConnector = async (ctx: Context, { use, connector, saved, values }: Asked) => {
  await expectTarget(ctx, connector, 'connector')
  const opened = await openedOf(ctx, { connector, saved })
  const outcome = await call(ctx, opened, values)
  const { accepted, status, durationMillis, failure } = outcome
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'HTTP_CONNECTOR_TESTED', {
      subject: { entity: 'SETTINGS', id: 'httpconnectors', name: use },
      outcome: accepted ? 'SUCCESS' : 'FAILURE',
      attributes: { host: new URL(connector.url.split('{{')[0] ?? '').host, status, failure },
    })
  })
  // A service may answer with what it was sent: the secret is shown to nobody again.
  const answer = outcome.answer.subarray(0, shownBytes).toString('utf8')
  return {
    accepted,
    status,
    durationMillis,
    failure,
    answer: withoutSecrets(cleanText(answer), opened),
    items: outcome.items.map(({ name, value }) => ({
      name,
      value: value === null ? null : withoutSecrets(value, opened),
    })),
  }
}

/** Of what tenants inherit alone. @throws access_denied, invalid_parameters */
export const tryLent = (ctx: Context, asked: Asked) => {
  const isLent = asked.saved === undefined || asked.saved.startsWith('provider-otp-')
  if (asked.use !== 'OTP' || !isLent) throw new ApiError('access_denied')
  return tryConnector(ctx, asked)
}
