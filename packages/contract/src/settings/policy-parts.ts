import { z } from 'zod'
import type { Family, SettingFault } from '../kit/settings-family.ts'
import { administratorRoleFamily } from './administratorrole.ts'
import { authenticatorProvisioningFamily } from './authenticatorprovisioning.ts'
import { entrustStFamily } from './entrustst.ts'
import { faceFamily } from './face.ts'
import { fidoFamily } from './fido.ts'
import { generalFamily } from './general.ts'
import { gridFamily } from './grid.ts'
import { hardwareOathFamily } from './hardwareoath.ts'
import { kbaFamily } from './kba.ts'
import { lockoutFamily } from './lockout.ts'
import { magicLinkFamily } from './magiclink.ts'
import { otpFamily } from './otp.ts'
import { passthroughFamily } from './passthrough.ts'
import { passwordFamily } from './password.ts'
import { passwordResetFamily } from './passwordreset.ts'
import { registrationFamily } from './registration.ts'
import { tempAccessCodeFamily } from './tempaccesscode.ts'
import { tokenFamily } from './token.ts'
import { verificationFamily } from './verification.ts'

type Values = Readonly<Record<string, unknown>>

/** What a group policy may say of one family of settings. */
interface PolicyPart {
  readonly family: string
  /** The tenant's values until somebody sets them. */
  readonly defaults: Values
  /** Faults of these values laid over what the tenant has set. */
  readonly faults: (tenant: Values, own: Values) => readonly SettingFault[]
}

/** `fields`: those that may differ from person to person; the rest hold for the whole tenant. */
const part = <S extends z.ZodRawShape, Secret extends string, O extends z.ZodRawShape>(
  family: Family<S, Secret>,
  fields: z.ZodObject<O>,
) => ({
  family: family.name,
  defaults: family.defaults,
  schema: fields.partial().strict(),
  faults: (tenant: Values, own: Values): readonly SettingFault[] => {
    const read = family.fields.safeParse({ ...family.defaults, ...tenant, ...own })
    return read.success ? family.rule(read.data) : []
  },
})

const registrationWide = {
  onboardingUrl: true,
  selfRegistration: true,
  signUpUserId: true,
  signUpDomains: true,
  signUpTermsUrl: true,
} as const

/**
 * The families that a group policy may hold, by the name they have in it. A family joins with a
 * line here and with readers that say whose settings they want.
 */
export const policyParts = {
  tenant: part(
    generalFamily,
    generalFamily.fields.pick({ passwordAttempts: true, passwordLockMillis: true }),
  ),
  grid: part(
    gridFamily,
    gridFamily.fields.pick({ lifeDays: true, maximumUses: true, maximumPerUser: true }),
  ),
  lockout: part(lockoutFamily, lockoutFamily.fields),
  password: part(passwordFamily, passwordFamily.fields),
  passwordreset: part(passwordResetFamily, passwordResetFamily.fields.omit({ enabled: true })),
  registration: part(registrationFamily, registrationFamily.fields.omit(registrationWide)),
  verification: part(verificationFamily, verificationFamily.fields),
  authenticatorprovisioning: part(
    authenticatorProvisioningFamily,
    authenticatorProvisioningFamily.fields,
  ),
  // What may come first is the same for everybody: a list of one's own would tell who exists.
  // Which pages are related to the host is the tenant's.
  fido: part(fidoFamily, fidoFamily.fields.omit({ passkeyEnabled: true, relatedOrigins: true })),
  otp: part(otpFamily, otpFamily.fields),
  tempaccesscode: part(tempAccessCodeFamily, tempAccessCodeFamily.fields),
  token: part(tokenFamily, tokenFamily.fields),
  // How long an activation's link works is the tenant's.
  entrustst: part(entrustStFamily, entrustStFamily.fields.omit({ activationLifeMinutes: true })),
  face: part(faceFamily, faceFamily.fields),
  hardwareoath: part(
    hardwareOathFamily,
    hardwareOathFamily.fields.pick({ selfAssignment: true, confirmReceipt: true }),
  ),
  kba: part(kbaFamily, kbaFamily.fields),
  // Where links of administrators may lead is the tenant's.
  magiclink: part(magicLinkFamily, magicLinkFamily.fields.omit({ redirectOrigins: true })),
  passthrough: part(passthroughFamily, passthroughFamily.fields),
  administratorrole: part(administratorRoleFamily, administratorRoleFamily.fields),
} as const satisfies Readonly<Record<string, PolicyPart>>

const { tenant, password, passwordreset, registration, verification } = policyParts
const { authenticatorprovisioning, fido, grid, lockout, otp, tempaccesscode, token } = policyParts
const { entrustst, face, hardwareoath, kba, magiclink, passthrough, administratorrole } =
  policyParts

/** A field left out is as the tenant has it. */
export const PolicySettings = z
  .object({
    tenant: tenant.schema.optional(),
    grid: grid.schema.optional(),
    lockout: lockout.schema.optional(),
    password: password.schema.optional(),
    passwordreset: passwordreset.schema.optional(),
    registration: registration.schema.optional(),
    verification: verification.schema.optional(),
    authenticatorprovisioning: authenticatorprovisioning.schema.optional(),
    fido: fido.schema.optional(),
    otp: otp.schema.optional(),
    tempaccesscode: tempaccesscode.schema.optional(),
    token: token.schema.optional(),
    entrustst: entrustst.schema.optional(),
    face: face.schema.optional(),
    hardwareoath: hardwareoath.schema.optional(),
    kba: kba.schema.optional(),
    magiclink: magiclink.schema.optional(),
    passthrough: passthrough.schema.optional(),
    administratorrole: administratorrole.schema.optional(),
  } satisfies Record<keyof typeof policyParts, z.ZodType>)
  .strict()
  .meta({ id: 'GroupPolicySettings' })
export type PolicyPartName = keyof typeof policyParts
