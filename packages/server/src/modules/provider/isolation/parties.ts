import {
  createOidcApplication,
  deleteOidcApplication,
} from '@signet/contract/applications/oidc-applications'
import {
  createSamlApplication,
  deleteSamlApplication,
} from '@signet/contract/applications/saml-applications'
import { z } from 'zod'
import { parsedJson } from '../../../platform/json.ts'
import type { Received, Sender } from './caller.ts'
import { type Door, doors, type Party, redirectUri } from './doors.ts'
import type { Side } from './fill.ts'

const OidcMade = z.object({
  application: z.object({ id: z.string(), clientId: z.string() }),
  clientSecret: z.string(),
})
const SamlMade = z.object({ id: z.string() })
const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() })
const Keys = z.object({ keys: z.array(z.object({ kid: z.string() })) })

const parsed = <T>(schema: z.ZodType<T>, received: Received | null): T | undefined =>
  schema.safeParse(parsedJson(Buffer.from(received?.text ?? ''))).data

/** Creates an application, which is removed with all else that the run has created. */
const register = async <T>(
  side: Side,
  {
    path,
    removeAt,
    body,
  }: { readonly path: string; readonly removeAt: string; readonly body: object },
  { schema, idOf }: { readonly schema: z.ZodType<T>; readonly idOf: (made: T) => string },
): Promise<T | undefined> => {
  const { caller, ids, created } = side
  const text = JSON.stringify({ name: caller.canary.word, ...body })
  const asked = { method: 'POST', url: path, body: { type: 'application/json', text } }
  const made = parsed(schema, await caller.call(asked))
  if (made === undefined) return undefined
  const id = idOf(made)
  created.push({ method: 'DELETE', url: removeAt.replace(':id', id) })
  ids.add(`protocols of ${path}`, id)
  return made
}

const registerBoth = async (side: Side) => {
  const { ids } = side.caller.canary.ctx.platform
  const entityId = `https://${ids.random(8).toString('hex')}.canary.invalid/saml`
  const oidc = await register(
    side,
    {
      path: createOidcApplication.path,
      removeAt: deleteOidcApplication.path,
      body: { applicationType: 'OIDC_WEB', redirectUris: [redirectUri] },
    },
    { schema: OidcMade, idOf: ({ application }) => application.id },
  )
  const saml = await register(
    side,
    {
      path: createSamlApplication.path,
      removeAt: deleteSamlApplication.path,
      body: {
        entityId,
        assertionConsumers: [{ index: 0, url: redirectUri }],
        idpInitiated: true,
      },
    },
    { schema: SamlMade, idOf: ({ id }) => id },
  )
  return {
    clientId: oidc?.application.clientId ?? '',
    clientSecret: oidc?.clientSecret ?? '',
    entityId,
    samlId: saml?.id ?? '',
  }
}

const codeIn = (received: Received | null): string => {
  const location = received?.location ?? ''
  return URL.canParse(location) ? (new URL(location).searchParams.get('code') ?? '') : ''
}

/** An administrator signs in to the applications. What does not come of it stays empty. */
export const openParty = async (side: Side, sender: Sender): Promise<Party> => {
  const { host, ctx } = side.caller.canary
  const { publicUrl } = ctx.tenant
  const known = { ...(await registerBoth(side)), host, publicUrl, cookie: side.caller.cookie() }
  const party = { ...known, code: '', accessToken: '', refreshToken: '', keyIds: [] }
  const ask = ({ asked }: Door, more: Partial<Party> = {}) => {
    const now = ctx.platform.clock.now()
    return sender.send(asked({ ...party, ...more }, now), { host, token: null })
  }
  const code = codeIn(await ask(doors.authorize))
  const tokens = parsed(Tokens, await ask(doors.code, { code }))
  const { keys } = parsed(Keys, await ask(doors.keys)) ?? { keys: [] }
  return {
    ...party,
    accessToken: tokens?.access_token ?? '',
    refreshToken: tokens?.refresh_token ?? '',
    keyIds: keys.map(({ kid }) => kid),
    code: codeIn(await ask(doors.authorize)),
  }
}
