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
  FIDO: passkey,
  PASSKEY: passkey,
  OTP: { name: 'methods.otp.name', description: 'methods.otp.description', icon: 'otp' },
  RECOVERY_CODE: {
    name: 'methods.recovery.name',
    description: 'methods.recovery.description',
    icon: 'recovery',
  },
}

const deliveryNames = {
  EMAIL: 'methods.otp.byMail',
  SMS: 'methods.otp.bySms',
  VOICE: 'methods.otp.byVoice',
} as const satisfies Readonly<Record<string, Key>>

/** How a way to sign in is named in the list. */
export const wordsOf = ({ type, deliveries = [] }: Choice): MethodWords => {
  const [delivery, ...others] = deliveries
  return type === 'OTP' && delivery !== undefined && others.length === 0
    ? { ...words.OTP, name: deliveryNames[delivery.type] }
    : words[type]
}

export const nameOfDelivery = (type: keyof typeof deliveryNames): Key => deliveryNames[type]
