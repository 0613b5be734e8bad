import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { z } from 'zod'
import {
  type Access,
  areReachable,
  judgeAccess,
} from '../../../modules/access/application-access/index.ts'
import { settingsOf } from '../clients/client-settings.ts'
import { unitOfWork } from '../unit-of-work.ts'

const Wanted = z.object({
  id_token: z
    .object({
      acr: z
        .object({
          essential: z.boolean().optional(),
          value: z.string().optional(),
          values: z.array(z.string()).optional(),
        })
        .nullish(),
    })
    .nullish(),
})

interface Classes {
  readonly acrValues: readonly string[]
  readonly essential: boolean
}

const words = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(' ').filter((word) => word !== '') : []

/**
 * The classes that the parameters of a request ask for: the `acr` claim of the ID token by the `claims` parameter
 * (OpenID Connect Core 1.0, section 5.5.1.1), or `acr_values`, which are voluntary (3.1.2.1).
 * @throws InvalidRequest for an `acr` that is none
 */
export const classesIn = (params: Readonly<Record<string, unknown>> | undefined): Classes => {
  const asked = Wanted.safeParse(JSON.parse(String(params?.claims ?? '{}')))
  if (!asked.success) throw new errors.InvalidRequest('invalid claims.id_token.acr')
  const { value, values = [], essential = false } = asked.data.id_token?.acr ?? {}
  const named = [...(value === undefined ? [] : [value]), ...values]
  return essential && named.length > 0
    ? { acrValues: named, essential }
    : { acrValues: [...words(params?.acr_values), ...named], essential: false }
}

const classesAsked = ({ oidc: { params } }: KoaContextWithOIDC): Classes => classesIn(params)

const unmet = () =>
  new errors.UnmetAuthenticationRequirements('none of the requested ACRs could be obtained')

const note = (koa: KoaContextWithOIDC, access: Access): void => {
  const unit = unitOfWork()
  unit.writes.push(...access.writes)
  if (access.outcome !== 'DENY') return
  const { client, account } = koa.oidc
  unit.events.push({
    id: unit.ctx.platform.ids.uuid(),
    at: unit.ctx.platform.clock.now(),
    action: 'APPLICATION_SIGN_IN',
    outcome: 'DENIED',
    subject: { entity: 'APPLICATIONS', id: client?.clientId ?? '', name: client?.clientName ?? '' },
    actor: {
      kind: 'user',
      id: unit.session?.accountId ?? '',
      name: unit.accounts.get(account?.accountId ?? '')?.name ?? '',
    },
    attributes: { decision: access.decisionId },
  })
}

const judged = async (koa: KoaContextWithOIDC): Promise<Access> => {
  const unit = unitOfWork()
  const { client, prompts } = koa.oidc
  if (client === undefined || unit.session === null) throw new Error('nobody is to be judged')
  const access = await judgeAccess(unit.ctx, unit.session.open, {
    ...classesAsked(koa),
    applicationId: settingsOf(client).applicationId,
    silent: prompts.has('none'),
  })
  note(koa, access)
  if (access.outcome === 'DENY' && access.reason === 'CLASS') throw unmet()
  return access
}

/**
 * What the browser's session is good for at the application that asks, judged once in a request;
 * null while nobody is signed in. @throws UnmetAuthenticationRequirements for an essential class
 * that nobody, or not this person, can reach
 */
export const accessOf = async (koa: KoaContextWithOIDC): Promise<Access | null> => {
  const unit = unitOfWork()
  if (koa.oidc.session?.accountId === undefined || unit.session === null) {
    const { acrValues, essential } = classesAsked(koa)
    if (essential && !(await areReachable(unit.ctx, acrValues))) throw unmet()
    return null
  }
  unit.access ??= judged(koa)
  return unit.access
}
