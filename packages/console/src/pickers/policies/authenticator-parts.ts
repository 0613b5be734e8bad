import { codeDeliveries } from '@signet/rules/code-deliveries'
import { restrictionValues } from '@signet/rules/restrictions'
import { options, type Part, setting } from './policy-settings.ts'

const restriction = options(restrictionValues, (value) => `settings:password.restriction.${value}`)
const preference = options(
  ['required', 'preferred', 'discouraged'] as const,
  (value) => `settings:passkeys.options.${value}`,
)
const { choice, choices, duration, lines, number, toggle } = setting

export const password: Part<'password'> = {
  title: 'settings:password.title',
  settings: {
    minimumLength: number('settings:password.fields.minimumLength'),
    maximumLength: number('settings:password.fields.maximumLength'),
    historySize: number('settings:password.fields.historySize'),
    digit: choice('settings:password.fields.digit', restriction),
    lowercase: choice('settings:password.fields.lowercase', restriction),
    uppercase: choice('settings:password.fields.uppercase', restriction),
    special: choice('settings:password.fields.special', restriction),
    minimumAgeMillis: duration('settings:password.fields.minimumAgeMillis', 'ms'),
    maximumAgeMillis: duration('settings:password.fields.maximumAgeMillis', 'ms'),
    refuseCompromised: toggle('settings:password.fields.refuseCompromised'),
  },
}

export const fido: Part<'fido'> = {
  title: 'settings:passkeys.title',
  settings: {
    userVerification: choice('settings:passkeys.fields.userVerification', preference),
    residentKey: choice('settings:passkeys.fields.residentKey', preference),
    attachment: choice(
      'settings:passkeys.fields.attachment',
      options(
        ['platform', 'cross-platform'] as const,
        (value) => `settings:passkeys.options.${value}`,
      ),
    ),
    maximumPerUser: number('settings:passkeys.fields.maximumPerUser'),
    attestation: choice(
      'settings:passkeys.fields.attestation',
      options(
        ['none', 'direct', 'enterprise'] as const,
        (value) => `settings:passkeys.options.${value}`,
      ),
    ),
    metadataRequired: toggle('settings:passkeys.fields.metadataRequired'),
    allowedAaguids: lines('settings:passkeys.fields.allowedAaguids'),
    blockedAaguids: lines('settings:passkeys.fields.blockedAaguids'),
    refuseCompromised: toggle('settings:passkeys.fields.refuseCompromised'),
    switchOffCloned: toggle('settings:passkeys.fields.switchOffCloned'),
  },
}

export const otp: Part<'otp'> = {
  title: 'settings:codes.title',
  settings: {
    digits: number('settings:codes.fields.digits'),
    lifeSeconds: number('settings:codes.fields.lifeSeconds'),
    resendSeconds: number('settings:codes.fields.resendSeconds'),
    sendsPerHour: number('settings:codes.fields.sendsPerHour'),
    deliveries: choices(
      'settings:codes.fields.deliveries',
      options(codeDeliveries, (value) => `settings:codes.deliveries.${value}`),
    ),
    attributes: lines('settings:codes.fields.attributes'),
    numberPrefixes: lines('settings:codes.fields.numberPrefixes'),
    numberSendsPerHour: number('settings:codes.fields.numberSendsPerHour'),
    unprovenNumbers: toggle('settings:codes.fields.unprovenNumbers'),
    secondFactor: toggle('settings:codes.fields.secondFactor'),
  },
}

export const magiclink: Part<'magiclink'> = {
  title: 'settings:magicLinks.title',
  settings: {
    enabled: toggle('settings:magicLinks.fields.enabled'),
    opening: choice(
      'settings:magicLinks.fields.opening',
      options(
        ['SAME_BROWSER', 'ANY_BROWSER', 'WAITING_BROWSER'] as const,
        (value) => `settings:magicLinks.openings.${value}`,
      ),
    ),
    lifeSeconds: duration('settings:magicLinks.fields.lifeSeconds', 'sec'),
    resendSeconds: duration('settings:magicLinks.fields.resendSeconds', 'sec'),
    issuedLifeSeconds: duration('settings:magicLinks.fields.issuedLifeSeconds', 'sec'),
    handOver: toggle('settings:magicLinks.fields.handOver'),
  },
}

export const tempaccesscode: Part<'tempaccesscode'> = {
  title: 'settings:temporaryCodes.title',
  settings: {
    length: number('settings:temporaryCodes.fields.length'),
    characters: choice(
      'settings:temporaryCodes.fields.characters',
      options(
        ['LETTERS_AND_DIGITS', 'DIGITS'] as const,
        (value) => `settings:temporaryCodes.kinds.${value}`,
      ),
    ),
    validityMillis: duration('settings:temporaryCodes.fields.validityMillis', 'ms'),
    maximumUses: number('settings:temporaryCodes.fields.maximumUses'),
    administrators: toggle('settings:temporaryCodes.fields.administrators'),
  },
}

export const kba: Part<'kba'> = {
  title: 'common:pages.kbaSettings',
  settings: {
    maximumNumberOfQuestions: number('settings:kba.fields.maximumNumberOfQuestions'),
    minimumNumberOfQuestions: number('settings:kba.fields.minimumNumberOfQuestions'),
    questionsAsked: number('settings:kba.fields.questionsAsked'),
    minimumAnswerLength: number('settings:kba.fields.minimumAnswerLength'),
    ownQuestions: toggle('settings:kba.fields.ownQuestions'),
    passwordReset: toggle('settings:kba.fields.passwordReset'),
  },
}

export const passwordreset: Part<'passwordreset'> = {
  title: 'settings:reset.title',
  settings: {
    administrators: toggle('settings:reset.fields.administrators'),
    secondFactor: choice(
      'settings:reset.fields.secondFactor',
      options(['WHEN_ENROLLED', 'ALWAYS'] as const, (value) => `settings:reset.demand.${value}`),
    ),
  },
}

export const grid: Part<'grid'> = {
  title: 'settings:grid.title',
  settings: {
    lifeDays: number('settings:grid.fields.lifeDays'),
    maximumUses: number('settings:grid.fields.maximumUses'),
    maximumPerUser: number('settings:grid.fields.maximumPerUser'),
  },
}

export const entrustst: Part<'entrustst'> = {
  title: 'settings:registration.fields.entrustSoftToken',
  settings: {
    pushEnabled: toggle('settings:policies.fields.pushEnabled'),
    mutualChallenge: toggle('settings:policies.fields.mutualChallenge'),
    pushLifeSeconds: duration('settings:policies.fields.pushLifeSeconds', 'sec'),
    lockOnConcern: toggle('settings:policies.fields.lockOnConcern'),
  },
}
