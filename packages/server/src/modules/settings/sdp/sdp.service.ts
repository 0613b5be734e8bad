import { type SdpTest, sdpFamily } from '@signet/contract/settings/sdp'
import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { readSecrets, sealedSettingsOf, settings } from '../families/index.ts'
import { ask, askByForm, SdpFailed } from './ask.ts'
import { clientForm, forgetCode, pendingCode, readSettings } from './device-codes.ts'

type Report = z.input<typeof SdpTest>
type Step = Report['steps'][number]['step']

const Granted = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).max(4000, abort).optional(),
})

/** RFC 8628, section 3.4. */
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

interface Proof {
  readonly isFirst: boolean
  readonly form: Readonly<Record<string, string>>
}

/** What a token is asked for with: the token that was got last, else a device code. */
const proofOf = async (ctx: Context): Promise<Proof> => {
  const { refreshToken } = await readSecrets(ctx, sdpFamily)
  if (refreshToken !== undefined) {
    return { isFirst: false, form: { grant_type: 'refresh_token', refresh_token: refreshToken } }
  }
  const code = await pendingCode(ctx)
  if (code === null) throw new SdpFailed('not connected: read a device code first')
  return { isFirst: true, form: { grant_type: deviceGrant, device_code: code.deviceCode } }
}

/** The service may turn its token over with each use (RFC 6749, section 6). */
const keepToken = async (ctx: Context, refreshToken: string): Promise<void> => {
  const former = await readSecrets(ctx, sdpFamily)
  if (former.refreshToken === refreshToken) return
  const body = { secrets: { refreshToken } }
  await sealedSettingsOf(sdpFamily).update({ ...ctx, ifMatch: null }, { body })
  await ctx.transaction(forgetCode)
}

/** @throws SdpFailed */
const accessToken = async (ctx: Context): Promise<string> => {
  const { settings: service } = await readSettings(ctx)
  const proof = await proofOf(ctx)
  const form = { ...(await clientForm(ctx, service.clientId)), ...proof.form }
  const granted = await askByForm(ctx, { url: service.tokenUrl, form, answer: Granted })
  if (granted.refresh_token !== undefined) await keepToken(ctx, granted.refresh_token)
  if (proof.isFirst && granted.refresh_token === undefined) {
    throw new SdpFailed('the service gave no refresh token')
  }
  return granted.access_token
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const expectAnswer = ({ status }: { readonly status: number }): void => {
  if (status < 200 || status > 299) throw new SdpFailed(`the service answered ${status}`)
}

const names = ['SETTINGS', 'TOKEN', 'SERVICE'] as const satisfies readonly Step[]

/** Each step with what it did: the first that fails is the last that is taken. */
const reportOf = (failedAt: Step | null, detail: string | null): Report => {
  const end = failedAt === null ? names.length : names.indexOf(failedAt)
  return {
    connected: failedAt === null,
    steps: names.map((step, at) => ({
      step,
      outcome: at < end ? 'DONE' : at === end ? 'FAILED' : 'NOT_REACHED',
      detail: at === end ? detail : null,
    })),
  }
}

const expectComplete = async (ctx: Context) => {
  const { settings: service } = await readSettings(ctx)
  const { serviceUrl, deviceAuthorizationUrl, tokenUrl, clientId } = service
  if ([serviceUrl, deviceAuthorizationUrl, tokenUrl, clientId].includes('')) {
    throw new SdpFailed('the addresses are not set')
  }
  return service
}

const tryAll = async (ctx: Context): Promise<Report> => {
  let step: Step = 'SETTINGS'
  try {
    const { serviceUrl: url } = await expectComplete(ctx)
    step = 'TOKEN'
    const token = await accessToken(ctx)
    step = 'SERVICE'
    expectAnswer(await ask(ctx, url, { method: 'GET', headers: bearer(token) }))
    return reportOf(null, null)
  } catch (error) {
    if (error instanceof SdpFailed) return reportOf(step, error.message)
    throw error
  }
}

export const testConnection = async (ctx: Context): Promise<Report> => {
  const report = await tryAll(ctx)
  const failed = report.steps.find(({ outcome }) => outcome === 'FAILED')?.step ?? null
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'HTTP_CONNECTOR_TESTED', {
      subject: { entity: 'SETTINGS', id: sdpFamily.name, name: sdpFamily.name },
      outcome: report.connected ? 'SUCCESS' : 'FAILURE',
      ...(failed === null ? {} : { attributes: { step: failed } }),
    })
  })
  return report
}

/** Whether activations may be handed over. */
export const takesActivations = async (ctx: Context): Promise<boolean> => {
  const { enabled } = await settings.sdp(ctx)
  return enabled && (await readSecrets(ctx, sdpFamily)).refreshToken !== undefined
}

interface HandedActivation {
  readonly userId: string
  readonly email: string | null
  readonly serialNumber: string
  readonly link: string
  readonly expiresAt: Date
}

/** Hands an activation to the service, which brings it to a device; false when that did not take it. */
export const handOver = async (ctx: Context, activation: HandedActivation): Promise<boolean> => {
  try {
    const { serviceUrl } = await expectComplete(ctx)
    const token = await accessToken(ctx)
    const headers = { ...bearer(token), 'content-type': 'application/json' }
    const body = JSON.stringify(activation)
    expectAnswer(await ask(ctx, serviceUrl, { method: 'POST', headers, body }))
    return true
  } catch (error) {
    if (!(error instanceof SdpFailed)) throw error
    ctx.log.warn({ err: error }, 'an activation was not handed over')
    return false
  }
}
