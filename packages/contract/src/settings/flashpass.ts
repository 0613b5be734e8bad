import { abort } from '@signet/rules/abort'
import { requiredErrorKey } from '@signet/rules/text'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Line } from '../kit/schemas.ts'
import {
  family,
  readSealedSettings,
  type SettingFault,
  updateSealedSettings,
} from '../kit/settings-family.ts'

const text = (pattern: RegExp) => z.string().trim().max(200, abort).regex(pattern).or(z.literal(''))
const Pem = z.string().trim().max(10_000, abort)

const fields = z.object({
  /** Shown by wallets as who gives the pass. */
  organizationName: Line(60).or(z.literal('')),
  appleEnabled: z.boolean(),
  /** As registered with Apple: `pass.com.example.staff`. */
  applePassTypeId: text(/^pass\.[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/),
  appleTeamId: text(/^[A-Z0-9]{10}$/),
  /** The certificate of the pass type, in PEM. */
  appleCertificate: Pem,
  /** The authority of Apple that issued it (Worldwide Developer Relations), in PEM. */
  appleIntermediate: Pem,
  googleEnabled: z.boolean(),
  googleIssuerId: text(/^\d{5,25}$/),
  googleClientEmail: text(/^[a-z0-9-]+@[a-z0-9-]+\.iam\.gserviceaccount\.com$/),
  /** Hours from sending a link to its end: until then the pass can be claimed with it, once. */
  claimHours: z.int().min(1).max(720),
})
type Values = z.output<typeof fields>

const needed = {
  appleEnabled: [
    'organizationName',
    'applePassTypeId',
    'appleTeamId',
    'appleCertificate',
    'appleIntermediate',
  ],
  googleEnabled: ['organizationName', 'googleIssuerId', 'googleClientEmail'],
} as const

const missing = (values: Values, kind: keyof typeof needed): readonly SettingFault[] =>
  values[kind]
    ? needed[kind]
        .filter((name) => values[name] === '')
        .map((path) => ({ path, message: requiredErrorKey }))
    : []

/** How passes for the wallets of phones are signed and given. */
export const flashPassFamily = family({
  name: 'flashpass',
  id: 'FlashPassSettings',
  fields,
  defaults: {
    organizationName: '',
    appleEnabled: false,
    applePassTypeId: '',
    appleTeamId: '',
    appleCertificate: '',
    appleIntermediate: '',
    googleEnabled: false,
    googleIssuerId: '',
    googleClientEmail: '',
    claimHours: 72,
  },
  rule: (values) => [
    ...missing(values, 'appleEnabled'),
    ...missing(values, 'googleEnabled').filter(
      ({ path }) => path !== 'organizationName' || !values.appleEnabled,
    ),
  ],
  secrets: ['appleKey', 'googleKey'],
})

const summaries = {
  read: 'How mobile flash passes are signed',
  update: 'Change how mobile flash passes are signed',
} as const
const checked =
  '`appleKey` is the key of the certificate, `googleKey` the key (`private_key`) of the service account: both in PEM, and both never leave. Before Apple is switched on, key, certificate and authority are tried together; the answer names what does not fit: another pass type or team, a certificate that has run out, a key that is not its own, an authority that did not issue it.'

export const readFlashPassSettings = readSealedSettings(flashPassFamily, {
  summary: summaries.read,
  catalogueId: 'get:web.v1.settings.flashpass',
})

export const updateFlashPassSettings = updateSealedSettings(flashPassFamily, {
  summary: summaries.update,
  description: checked,
  catalogueId: 'put:web.v1.settings.flashpass',
})

const door = { api: 'issuance', path: '/api/web/issuance/mobileflashpasssettings' } as const

export const readMobileFlashPassSettings = endpoint({
  ...readFlashPassSettings,
  ...door,
  description: 'The same as `settings/flashpass`, for issuance.',
  catalogueId: 'get:web.issuance.mobileflashpasssettings',
})

export const updateMobileFlashPassSettings = endpoint({
  ...updateFlashPassSettings,
  ...door,
  description: `The same as \`settings/flashpass\`, for issuance. ${checked}`,
  catalogueId: 'put:web.issuance.mobileflashpasssettings',
})
