import type { Family } from '@signet/contract/kit/settings-family'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { StoredCredential } from './credentials.repository.ts'

export type Values<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>
export type Secrets = Readonly<Record<string, string>>

/** A credential as its row has it; the defaults where there is none, or one that fits no longer. */
export const valuesOf = <S extends z.ZodRawShape, Secret extends string>(
  { fields, defaults, rule }: Family<S, Secret>,
  row: StoredCredential | undefined,
): Values<S> => {
  const read = fields.safeParse({ ...defaults, ...row?.value })
  return read.success && rule(read.data).length === 0 ? read.data : defaults
}

const Opened = z.record(z.string(), z.string())
const purposeOf = (kind: string): string => `provider-credential:${kind}`

export const openSecrets = async (
  { platform, tenant }: Context,
  row: StoredCredential | undefined,
): Promise<Secrets> => {
  if (row === undefined || row.sealed === null) return {}
  const opened = await platform.secrets.open(tenant.id, purposeOf(row.kind), row.sealed)
  return Opened.parse(JSON.parse(opened.toString()))
}

export const sealSecrets = async (
  { platform, tenant }: Context,
  kind: string,
  secrets: Secrets,
): Promise<Buffer | null> =>
  Object.keys(secrets).length === 0
    ? null
    : platform.secrets.seal(tenant.id, purposeOf(kind), Buffer.from(JSON.stringify(secrets)))
