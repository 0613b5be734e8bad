import { z } from 'zod'
import type { Family } from '../kit/settings-family.ts'
import { weakFields } from '../kit/weaker.ts'
import { entrustStFamily } from '../settings/entrustst.ts'
import { generalFamily } from '../settings/general.ts'
import { gridFamily } from '../settings/grid.ts'
import { hardwareOathFamily } from '../settings/hardwareoath.ts'
import { kbaFamily } from '../settings/kba.ts'
import { machineFamily } from '../settings/machine.ts'
import { otpFamily } from '../settings/otp.ts'
import { passwordFamily } from '../settings/password.ts'
import { rbaFamily } from '../settings/rba.ts'
import { tempAccessCodeFamily } from '../settings/tempaccesscode.ts'
import { weakerFamily } from '../settings/weaker-families.ts'

const part = <S extends z.ZodRawShape, O extends z.ZodRawShape>(
  { name }: Family<S>,
  fields: z.ZodObject<O>,
) => ({ family: name, names: Object.keys(fields.shape), schema: fields.partial().strict() })

/**
 * What a template can have: settings for which the service knows which of two values is weaker, without
 * those that say how administrators sign in. A family is named as its settings are.
 */
export const templateParts = {
  general: part(
    generalFamily,
    generalFamily.fields.pick({
      stepUpMillis: true,
      passwordAttempts: true,
      passwordLockMillis: true,
    }),
  ),
  password: part(
    passwordFamily,
    passwordFamily.fields.pick({
      minimumLength: true,
      digit: true,
      lowercase: true,
      uppercase: true,
      special: true,
      historySize: true,
      refuseCompromised: true,
    }),
  ),
  otp: part(
    otpFamily,
    otpFamily.fields.pick({ digits: true, lifeSeconds: true, sendsPerHour: true }),
  ),
  grid: part(
    gridFamily,
    gridFamily.fields.pick({
      cellLength: true,
      challengeCells: true,
      challengeSeconds: true,
      exposurePercent: true,
    }),
  ),
  kba: part(
    kbaFamily,
    kbaFamily.fields.pick({
      minimumNumberOfQuestions: true,
      minimumAnswerLength: true,
      passwordReset: true,
    }),
  ),
  tempaccesscode: part(
    tempAccessCodeFamily,
    tempAccessCodeFamily.fields.pick({
      length: true,
      characters: true,
      validityMillis: true,
      maximumUses: true,
    }),
  ),
  machine: part(
    machineFamily,
    machineFamily.fields.pick({
      sparesSecondFactor: true,
      lifeDays: true,
      fingerprintRequired: true,
      changesAllowed: true,
    }),
  ),
  hardwareoath: part(
    hardwareOathFamily,
    hardwareOathFamily.fields.pick({
      timeWindow: true,
      counterWindow: true,
      resyncWindow: true,
      shortSecrets: true,
    }),
  ),
  entrustst: part(
    entrustStFamily,
    entrustStFamily.fields.pick({
      mutualChallenge: true,
      pushLifeSeconds: true,
      activationLifeMinutes: true,
    }),
  ),
  rba: part(
    rbaFamily,
    rbaFamily.fields.pick({
      locationsKept: true,
      samePlaceKm: true,
      maximumSpeedKmPerHour: true,
      historySignIns: true,
    }),
  ),
} as const

type Values = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

/** The fields of a template that are weaker than the default: they would weaken every tenant below. */
export const weakTemplateFields = (values: Values) =>
  Object.entries(values).flatMap(([family, fields = {}]) => {
    const judged = weakerFamily(family)
    if (judged === undefined) return []
    return weakFields(judged.fields, fields, judged.usual).map(({ field }) => ({ family, field }))
  })

const { general, password, otp, grid, kba } = templateParts
const { tempaccesscode, machine, hardwareoath, entrustst, rba } = templateParts

/** A field left out is inherited from the parent template, or not part of the template. */
export const TemplateValues = z
  .object({
    general: general.schema.optional(),
    password: password.schema.optional(),
    otp: otp.schema.optional(),
    grid: grid.schema.optional(),
    kba: kba.schema.optional(),
    tempaccesscode: tempaccesscode.schema.optional(),
    machine: machine.schema.optional(),
    hardwareoath: hardwareoath.schema.optional(),
    entrustst: entrustst.schema.optional(),
    rba: rba.schema.optional(),
  } satisfies Record<keyof typeof templateParts, z.ZodType>)
  .strict()
  .meta({ id: 'SettingsTemplateValues' })
