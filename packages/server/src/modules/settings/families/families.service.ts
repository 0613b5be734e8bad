import { isDeepStrictEqual } from 'node:util'
import type { Family, SettingFault } from '@signet/contract/kit/settings-family'
import type { EntityType } from '@signet/rules/permissions'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { type Versioned, versioned } from '../../../kit/routes.ts'
import { expectOfAdministrators } from './administrators.policy.ts'
import {
  findChanger,
  findFamily,
  findForChange,
  type StoredFamily,
  saveFamily,
} from './families.repository.ts'
import { forgetFamilies } from './reader.ts'
import { type GivenSecrets, nextSecrets, openSecrets, sealSecrets } from './secrets.ts'
import { type Values, valuesOf } from './stored-values.ts'

type Given = Readonly<Record<string, unknown>>

/** Longer lists are noted in the audit log by their length alone. */
const longestNoted = 50

const noted = (value: unknown): unknown =>
  Array.isArray(value) && value.length > longestNoted ? { length: value.length } : value

/** The fields of one side that the other has otherwise. */
const changedIn = (one: Given, other: Given): Given =>
  Object.fromEntries(
    Object.entries(one)
      .filter(([name, value]) => !isDeepStrictEqual(value, other[name]))
      .map(([name, value]) => [name, noted(value)]),
  )

/** If-Match against the row's version; the refusal names who was faster. */
const expectCurrent = async (ctx: Context, row: StoredFamily): Promise<void> => {
  if (ctx.ifMatch === null || ctx.ifMatch.includes(row.version)) return
  const changedBy = row.changed_by === null ? undefined : await findChanger(ctx, row.changed_by)
  throw new ApiError('precondition_failed', {
    headers: { ETag: `"${row.version}"` },
    ...(changedBy === undefined ? {} : { parameters: { changedBy } }),
  })
}

/** What else may speak against new values: who sets them, and from where. */
type Refuse<S extends z.ZodRawShape> = (
  ctx: Context,
  values: Values<S>,
) => readonly SettingFault[] | Promise<readonly SettingFault[]>

interface WithSecrets<S extends z.ZodRawShape> {
  readonly values: Values<S>
  readonly secrets: Readonly<Record<string, string>>
}

/** What else may speak against new values together with the secrets that are kept with them. */
type RefuseSealed<S extends z.ZodRawShape> = (
  ctx: Context,
  wanted: WithSecrets<S>,
) => readonly SettingFault[]

/** The same with the secrets that are kept. @throws ApiError */
type ExpectingSealed<S extends z.ZodRawShape> = (
  ctx: Context,
  before: WithSecrets<S>,
  after: WithSecrets<S>,
) => void

/** How the audit log tells of a change; as of a family of settings unless said otherwise. */
interface Told {
  readonly action: string
  readonly subject: { readonly entity: EntityType; readonly id: string; readonly name: string }
}

/** What a change takes beside the permission; part of its transaction. @throws ApiError */
type Expecting<S extends z.ZodRawShape> = (
  ctx: Context,
  before: Values<S>,
  after: Values<S>,
) => void

interface Changing<S extends z.ZodRawShape, Secret extends string> {
  readonly family: Family<S, Secret>
  readonly refuse: Refuse<S>
  readonly expecting?: Expecting<S> | undefined
  readonly told?: Told | undefined
  readonly refuseSealed?: RefuseSealed<S>
  readonly expectingSealed?: ExpectingSealed<S> | undefined
}

const refusing = (faults: readonly SettingFault[]): void => {
  if (faults.length === 0) return
  throw new ApiError('invalid_parameters', {
    fields: faults.map(({ path, message }) => ({ path: `body.${path}`, message })),
  })
}

/** @throws invalid_parameters when the values do not go together */
const merged = async <S extends z.ZodRawShape, Secret extends string>(
  ctx: Context,
  { family, refuse }: Changing<S, Secret>,
  { before, given }: { readonly before: Given; readonly given: Given },
): Promise<Values<S>> => {
  const after = family.fields.parse({ ...before, ...given })
  refusing([...family.rule(after), ...(await refuse(ctx, after))])
  return after
}

const present = (secrets: Given): readonly string[] => Object.keys(secrets)

/** Secrets that stay: none, when what they were meant for has another address now. */
const staying = <S extends z.ZodRawShape, Secret extends string>(
  { clearsSecrets }: Family<S, Secret>,
  { before, after }: { readonly before: Given; readonly after: Given },
  secrets: Readonly<Record<string, string>>,
) => (clearsSecrets.every((name) => isDeepStrictEqual(before[name], after[name])) ? secrets : {})

interface Changed<S extends z.ZodRawShape> extends WithSecrets<S> {
  readonly version: number
}

const toldOf = (name: string): Told => ({
  action: 'SETTINGS_UPDATED',
  subject: { entity: 'SETTINGS', id: name, name },
})

const change = <S extends z.ZodRawShape, Secret extends string>(
  ctx: Context,
  changing: Changing<S, Secret>,
  { secrets: given, ...fields }: Given & { readonly secrets?: GivenSecrets | undefined },
): Promise<Changed<S>> =>
  ctx.transaction(async (ctx) => {
    const { family } = changing
    const { name } = family
    const row = await findForChange(ctx, name)
    await expectCurrent(ctx, row)
    const before = valuesOf(family, row.value)
    const after = await merged(ctx, changing, { before, given: fields })
    changing.expecting?.(ctx, before, after)
    const { action, subject } = changing.told ?? toldOf(name)
    expectOfAdministrators(ctx, subject, { name, before, after })
    const kept = await openSecrets(ctx, name, row.sealed)
    const secrets = nextSecrets(staying(family, { before, after }, kept), given ?? {})
    refusing(changing.refuseSealed?.(ctx, { values: after, secrets }) ?? [])
    const was = { values: before, secrets: kept }
    changing.expectingSealed?.(ctx, was, { values: after, secrets })
    const sealed = await sealSecrets(ctx, name, secrets)
    const saved = await saveFamily(ctx, name, { value: after, sealed })
    const shown = (values: Given, held: Given): Given =>
      family.secrets.length === 0 ? values : { ...values, secretsPresent: present(held) }
    const [old, now] = [shown(before, kept), shown(after, secrets)]
    audit(ctx, action, {
      subject,
      before: changedIn(old, now),
      after: changedIn(now, old),
      ...(given === undefined ? {} : { attributes: { secretsGiven: present(given) } }),
    })
    return { values: after, secrets, version: saved.version }
  })

const read = async <S extends z.ZodRawShape, Secret extends string>(
  ctx: Context,
  family: Family<S, Secret>,
) => {
  const row = await findFamily(ctx, family.name)
  return { row, values: valuesOf(family, row?.value), version: row?.version ?? 0 }
}

const nothing = () => []

/** The handlers of a family's two endpoints. */
export const settingsOf = <S extends z.ZodRawShape>(
  family: Family<S>,
  { refuse = nothing, ...others }: Partial<Omit<Changing<S, never>, 'family'>> = {},
) => ({
  read: async (ctx: Context): Promise<Versioned<Values<S>>> => {
    const { values, version } = await read(ctx, family)
    return versioned(values, version)
  },
  /** @throws precondition_failed, invalid_parameters */
  update: async (ctx: Context, { body }: { readonly body: Given }) => {
    const { values, version } = await change(ctx, { family, refuse, ...others }, body)
    forgetFamilies(ctx)
    return versioned(values, version)
  },
})

type SealedBody = Given & { readonly secrets?: GivenSecrets | undefined }

/** The handlers of a family with secrets: answers name those that are present. */
export const sealedSettingsOf = <S extends z.ZodRawShape, Secret extends string>(
  family: Family<S, Secret>,
  {
    refuse: refuseSealed = nothing,
    expecting: expectingSealed,
  }: { readonly refuse?: RefuseSealed<S>; readonly expecting?: ExpectingSealed<S> } = {},
) => {
  const shown = (values: Values<S>, secrets: Given) => ({
    ...values,
    secretsPresent: family.secrets.filter((name) => Object.hasOwn(secrets, name)),
  })
  return {
    read: async (ctx: Context) => {
      const { row, values, version } = await read(ctx, family)
      const secrets = await openSecrets(ctx, family.name, row?.sealed ?? null)
      return versioned(shown(values, secrets), version)
    },
    /** @throws precondition_failed, invalid_parameters */
    update: async (ctx: Context, { body }: { readonly body: SealedBody }) => {
      const { values, secrets, version } = await change(
        ctx,
        { family, refuse: nothing, refuseSealed, expectingSealed },
        body,
      )
      forgetFamilies(ctx)
      return versioned(shown(values, secrets), version)
    },
  }
}
