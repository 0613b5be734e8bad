import {
  RadiusApplicationChange,
  RadiusReplyAttribute,
} from '@signet/contract/applications/radius-applications'
import { z } from 'zod'
import type { Application } from './radius-applications.queries.ts'
import { attributeOf, lineOf } from './reply-lines.ts'

const filled = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '')

export const RadiusForm = RadiusApplicationChange.required().extend({
  replyAttributes: z
    .array(z.string())
    .transform((lines) => filled(lines).map(attributeOf))
    .pipe(z.array(RadiusReplyAttribute).max(30)),
})
export type FormValues = z.input<typeof RadiusForm>

/** As safe as clients can be. */
export const newRadius: FormValues = {
  name: '',
  description: '',
  enabled: true,
  allowedAddresses: [],
  tlsClientName: null,
  agentIds: [],
  authenticationMethod: null,
  passwordFormat: 'PASSWORD',
  codeDigits: 6,
  challengeResponse: true,
  challengeText: null,
  push: true,
  userNameFormat: 'AS_SENT',
  clientAddressAttribute: 'NONE',
  requireMessageAuthenticator: true,
  requestsPerSecond: 100,
  replyAttributes: [],
}

export const fieldNames = [
  'name',
  'description',
  'enabled',
  'allowedAddresses',
  'tlsClientName',
  'agentIds',
  'authenticationMethod',
  'passwordFormat',
  'codeDigits',
  'challengeResponse',
  'challengeText',
  'push',
  'userNameFormat',
  'clientAddressAttribute',
  'requireMessageAuthenticator',
  'requestsPerSecond',
  'replyAttributes',
] as const satisfies readonly (keyof FormValues)[]
export type FieldName = (typeof fieldNames)[number]

export const formOf = (read: Application): FormValues => {
  const { id: _i, secretCreatedAt: _s, createdAt: _c, updatedAt: _u, ...shown } = read
  return { ...shown, replyAttributes: read.replyAttributes.map(lineOf) }
}
