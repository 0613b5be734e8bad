import { createHash } from 'node:crypto'
import { decideRadiusAccess } from '@signet/contract/access/radius-sign-in'
import { family } from '@signet/contract/kit/settings-family'
import { z } from 'zod'
import { goodPassword } from '../../../testing/access/people.ts'
import { beginSoftToken } from '../../../testing/access/soft-token-app.ts'
import { buildHardware } from '../../../testing/authenticators/hardware-tokens.ts'
import { createBrowser } from '../../../testing/browser.ts'
import { buildLeftSitting } from '../../../testing/issuance/site-agents.ts'
import { createSetupLink } from '../../modules/access/setup/index.ts'
import {
  deviceOf,
  keepDevice,
  newMachineNonce,
} from '../../modules/authenticators/devices/index.ts'
import { sealedSettingsOf } from '../../modules/settings/families/index.ts'
import { keepChain } from '../../protocols/saml/sign-out-chain.ts'
import { buildApplication } from './calls/applications.ts'
import {
  active,
  withQuestions,
  withRecoveryCodes,
  withTempAccessCode,
} from './calls/authenticators.ts'
import { withAssistant } from './calls/voice.ts'
import { buildRadiusAgent, buildRadiusApplication } from './radius-rows.ts'
import { keepUpstream } from './upstream-rows.ts'
import { buildSignedIn, type Person, type World } from './world.ts'

const redirectUri = 'https://rp.example.test/cb'

/** Signs someone in to an application of their own, and keeps all it is given. */
const signInToApplication = async (world: World, { cookie }: Person): Promise<void> => {
  const { test, ctx, keep } = world
  const { clientId, secret } = await buildApplication(world)
  const browser = createBrowser(test.app, new URL(ctx.tenant.publicUrl).host)
  browser.cookies.set('signet', cookie)
  const verifier = keep(ctx.platform.ids.random(32).toString('base64url'))
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid offline_access',
    prompt: 'none',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const asked = await browser.visit(`/api/oidc/authorize?${query}`)
  const code = keep(new URL(String(asked.headers.location)).searchParams.get('code') ?? '')
  const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`
  const given = async (form: Record<string, string>): Promise<string> => {
    const request = { method: 'POST', form, headers: { authorization } } as const
    const { access_token, id_token, refresh_token } = (
      await browser.visit('/api/oidc/token', request)
    ).json()
    for (const token of [access_token, id_token]) keep(String(token))
    return keep(String(refresh_token))
  }
  const refresh_token = await given({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
  await given({ grant_type: 'refresh_token', refresh_token })
}

const courier = family({
  name: 'courier',
  id: 'Courier',
  fields: z.object({ host: z.string() }),
  defaults: { host: '' },
  secrets: ['password'],
})

/** Settings of a family that has a secret. */
const keepSealedSettings = async ({ ctx, keep }: World): Promise<void> => {
  const password = keep(ctx.platform.ids.random(32).toString('base64url'))
  await sealedSettingsOf(courier).update(ctx, { body: { secrets: { password } } })
}

/** A sign-in of theirs that waits for a code at a RADIUS application. */
const beginAtRadius = async (world: World, { userId }: Person): Promise<void> => {
  const { ctx, keep, test } = world
  const [agent, application] = [
    await buildRadiusAgent(ctx),
    await buildRadiusApplication(ctx, { push: false }),
  ]
  const { body } = await test.call(decideRadiusAccess, {
    body: {
      credential: keep(agent.credential),
      applicationId: application.id,
      clientAddress: '192.0.2.7',
      userName: userId,
      proof: { kind: 'PAP', password: goodPassword },
    },
  })
  keep(application.sharedSecret)
  keep(String(body.state))
}

/** A sitting with a card that was left in the middle. */
const sitAtCard = async ({ ctx, keep }: World): Promise<void> => {
  const bytes = () => Buffer.from(keep(ctx.platform.ids.random(12).toString('hex')), 'hex')
  const { credential } = await buildLeftSitting(ctx, { command: bytes(), answer: bytes() })
  keep(credential)
}

/** A person who has every secret that this service keeps of people; and the tenant's own. */
export const buildVictim = async (world: World): Promise<Person> => {
  const { ctx, keep } = world
  const person = await buildSignedIn(world)
  keep(person.as)
  keep(person.cookie)
  await active(world, person.id)
  await withRecoveryCodes(world, person.id, person.userId)
  await buildHardware(ctx, person.id, { pin: keep('80417265') })
  const signing = { algorithmType: 'OATH_OCRA', suite: 'OCRA-1:HOTP-SHA256-8:QN08-PSHA1' } as const
  await buildHardware(ctx, person.id, { ...signing, pin: keep('80417266') })
  await withQuestions(world, person.id, person.userId)
  await withTempAccessCode(world, person.id, person.userId)
  const nonce = keep(newMachineNonce(ctx))
  const device = deviceOf(ctx, nonce)
  if (device === null) throw new Error('no device')
  await ctx.db.executeQuery(keepDevice(ctx, { userId: person.id, device }))
  const link = await createSetupLink(ctx, { kind: 'RECOVERY', userId: person.id })
  keep(link.split('/').at(-1) ?? '')
  await signInToApplication(world, person)
  keep(
    await keepChain(ctx, {
      origin: null,
      asked: null,
      pending: [],
      frames: [],
      after: null,
      partial: false,
    }),
  )
  await keepSealedSettings(world)
  await keepUpstream(world.ctx, person)
  await beginAtRadius(world, person)
  await sitAtCard(world)
  await withAssistant(world)
  keep((await beginSoftToken({ ctx, call: world.test.call }, person.id)).claim)
  return person
}
