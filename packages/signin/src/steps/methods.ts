import type { Choice, Method } from '../flow/machine.ts'
import type { Key } from '../texts/language.tsx'
import type { IconName } from '../ui/Icon.tsx'

interface MethodWords {
  readonly name: Key
  readonly description: Key
  readonly icon: IconName
}

const passkey: MethodWords = {
  name: 'methods.passkey.name',
  description: 'methods.passkey.description',
  icon: 'passkey',
}

const words: Readonly<Record<Method, MethodWords>> = {
  PASSWORD: {
    name: 'methods.password.name',
    description: 'methods.password.description',
    icon: 'password',
  },
  TOKEN: { name: 'methods.token.name', description: 'methods.token.description', icon: 'token' },
  TOKENCR: {
    name: 'methods.question.name',
    description: 'methods.question.description',
    icon: 'token',
  },
  TOKENPUSH: {
    name: 'methods.push.name',
    description: 'methods.push.description',
    icon: 'token',
  },
  FIDO: passkey,
  PASSKEY: passkey,
  OTP: { name: 'methods.otp.name', description: 'methods.otp.description', icon: 'otp' },
  FACE: { name: 'methods.face.name', description: 'methods.face.description', icon: 'show' },
  MAGICLINK: {
    name: 'methods.magicLink.name',
    description: 'methods.magicLink.description',
    icon: 'otp',
  },
  RECOVERY_CODE: {
    name: 'methods.recovery.name',
    description: 'methods.recovery.description',
    icon: 'recovery',
  },
  TEMP_ACCESS_CODE: {
    name: 'methods.temporary.name',
    description: 'methods.temporary.description',
    icon: 'recovery',
  },
  EXTERNAL: {
    name: 'methods.external.name',
    description: 'methods.external.description',
    icon: 'token',
  },
  IDP: {
    name: 'methods.upstream.name',
    description: 'methods.upstream.description',
    icon: 'upstream',
  },
  USER_CERTIFICATE: {
    name: 'methods.certificate.name',
    description: 'methods.certificate.description',
    icon: 'recovery',
  },
  GRID: { name: 'methods.grid.name', description: 'methods.grid.description', icon: 'grid' },
  KBA: {
    name: 'methods.questions.name',
    description: 'methods.questions.description',
    icon: 'password',
  },
}

const deliveryNames = {
  EMAIL: 'methods.otp.byMail',
  SMS: 'methods.otp.bySms',
  VOICE: 'methods.otp.byVoice',
  MESSENGER: 'methods.otp.byMessenger',
  WECHAT: 'methods.otp.byWeChat',
} as const satisfies Readonly<Record<string, Key>>

/** How a way to sign in is named in the list. */
export const wordsOf = ({ type, deliveries = [] }: Choice): MethodWords => {
  const [delivery, ...others] = deliveries
  return type === 'OTP' && delivery !== undefined && others.length === 0
    ? { ...words.OTP, name: deliveryNames[delivery.type] }
    : words[type]
}

export const nameOfDelivery = (type: keyof typeof deliveryNames): Key => deliveryNames[type]
