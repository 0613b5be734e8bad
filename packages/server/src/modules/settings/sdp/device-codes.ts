import { type SdpDeviceCode, sdpFamily } from '@signet/contract/settings/sdp'
import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { readSecrets, rows, sealedSettingsOf } from '../families/index.ts'
import { expectSuperAdministrator } from '../vouching/index.ts'
import { askByForm, SdpFailed } from './ask.ts'

/** RFC 8628, section 3.2. */
const Given = z.object({
  device_code: z.string().min(1).max(4000, abort),
  user_code: z.string().min(1).max(100, abort),
  verification_uri: z
    .string()
    .max(1000, abort)
    .check(z.url({ protocol: /^https?$/ })),
  verification_uri_complete: z
    .string()
    .max(1000, abort)
    .check(z.url({ protocol: /^https?$/ }))
    .optional(),
  expires_in: z.coerce.number().positive().max(86_400),
})

/** The code that was asked for last: what is shown of it. */
const Pending = z.object({
  settingsVersion: z.int(),
  userCode: z.string(),
  verificationUri: z.string(),
  verificationUriComplete: z.string().nullable(),
  expiresAt: z.string(),
})

const pending = rows.sealed('sdp-devicecode', Pending)

type Shown = z.input<typeof SdpDeviceCode>

export const readSettings = async (ctx: Context) => {
  const { value, version } = await sealedSettingsOf(sdpFamily).read(ctx)
  const { secretsPresent: _present, ...settings } = value
  return { settings, version }
}

/** Who asks: the client as the service knows it. */
export const clientForm = async (ctx: Context, clientId: string) => {
  const { clientSecret } = await readSecrets(ctx, sdpFamily)
  return {
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
  }
}

/** The code that is still good under the settings as they are; null without one. */
export const pendingCode = async (ctx: Context) => {
  const { version } = await readSettings(ctx)
  const kept = await pending.read(ctx)
  if (kept === null || kept.value.settingsVersion !== version) return null
  const isOver = new Date(kept.value.expiresAt) <= ctx.platform.clock.now()
  const { deviceCode } = kept.secrets
  return isOver || deviceCode === undefined ? null : { shown: kept.value, deviceCode }
}

/** It was used: it is good for nothing any more. In a transaction. */
export const forgetCode = async (ctx: Context): Promise<void> => {
  const kept = await pending.read(ctx)
  if (kept !== null) await pending.save(ctx, kept.value, {})
}

const askForCode = async (ctx: Context) => {
  const { settings, version } = await readSettings(ctx)
  const { deviceAuthorizationUrl: url, clientId, scope } = settings
  if (url === '' || clientId === '') throw new SdpFailed('the addresses are not set')
  const form = { ...(await clientForm(ctx, clientId)), ...(scope === '' ? {} : { scope }) }
  const given = await askByForm(ctx, { url, form, answer: Given })
  const value = {
    settingsVersion: version,
    userCode: given.user_code,
    verificationUri: given.verification_uri,
    verificationUriComplete: given.verification_uri_complete ?? null,
    expiresAt: new Date(ctx.platform.clock.now().getTime() + given.expires_in * 1000).toISOString(),
  }
  await ctx.transaction((ctx) => pending.save(ctx, value, { deviceCode: given.device_code }))
  return value
}

const failed = (failure: string): Shown => ({
  state: 'FAILED',
  userCode: null,
  verificationUri: null,
  verificationUriComplete: null,
  expiresAt: null,
  failure,
})

/** @throws rights_not_held: who agrees by the code decides whose account gets the activations */
export const readDeviceCode = async (ctx: Context): Promise<Shown> => {
  expectSuperAdministrator(ctx)
  try {
    const { settingsVersion: _version, ...shown } =
      (await pendingCode(ctx))?.shown ?? (await askForCode(ctx))
    return { state: 'PENDING', failure: null, ...shown, expiresAt: new Date(shown.expiresAt) }
  } catch (error) {
    if (error instanceof SdpFailed) return failed(error.message)
    throw error
  }
}
