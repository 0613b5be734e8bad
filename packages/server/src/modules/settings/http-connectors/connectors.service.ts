import { type GivenConnector, HttpConnector } from '@signet/contract/settings/http-connectors'
import type { PlaceholderValues } from '@signet/rules/connector-templates'
import { maskedUrl, unmaskedUrl } from '@signet/rules/masked-urls'
import { requiredErrorKey } from '@signet/rules/text'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { type ConnectorOutcome, call, type Definition, type OpenConnector } from './call.ts'
import * as repository from './connectors.repository.ts'
import { openValues, sealValues, shownHeader, type Values, withKept } from './header-values.ts'
import { isRefusedTarget } from './target.ts'

type Shown = z.input<typeof HttpConnector>

const Stored = HttpConnector.omit({ secretPresent: true })

const purposeOf = (name: string): string => `http-connector:${name}`

type StoredDefinition = z.output<typeof Stored>

const definitionOf = ({ definition }: repository.StoredConnector): StoredDefinition | null =>
  definition === null ? null : Stored.parse(definition)

/** As administrators see it; null while it is not set up. */
const present = (row: repository.StoredConnector): Shown | null => {
  const definition = definitionOf(row)
  if (definition === null) return null
  const headers = definition.headers.map(shownHeader)
  const url = maskedUrl(definition.url)
  return { ...definition, url, headers, secretPresent: row.sealed_secret !== null }
}

export interface ShownConnector {
  readonly connector: Shown | null
  readonly version: number
}

const missing: ShownConnector = { connector: null, version: 0 }

export const read = async (ctx: Context, name: string): Promise<ShownConnector> => {
  const row = await repository.find(ctx, name)
  return row === undefined ? missing : { connector: present(row), version: row.version }
}

export const readAll = async (
  ctx: Context,
  names: readonly string[],
): Promise<ReadonlyMap<string, ShownConnector>> => {
  const rows = await repository.list(ctx, names)
  return new Map(rows.map((row) => [row.name, { connector: present(row), version: row.version }]))
}

const openSecret = async (ctx: Context, { name, sealed_secret }: repository.StoredConnector) =>
  sealed_secret === null
    ? null
    : (await ctx.platform.secrets.open(ctx.tenant.id, purposeOf(name), sealed_secret)).toString()

/** A stored connector with the values that are sealed beside it. */
const openDefinition = async (
  ctx: Context,
  row: repository.StoredConnector,
): Promise<Definition | null> => {
  const definition = definitionOf(row)
  return definition === null ? null : { ...definition, ...(await openValues(ctx, row, definition)) }
}

/** What a secret was given for: sent to another address or in another way it would be given away. */
type Target = Pick<Definition, 'url' | 'authType' | 'user' | 'keyName'>

const isSameTarget = (one: Target | null, other: Target): boolean =>
  one !== null &&
  one.url === other.url &&
  one.authType === other.authType &&
  one.user === other.user &&
  one.keyName === other.keyName

const fault = (path: string, message: string): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: `body.${path}`, message }] })

/** @throws invalid_parameters, for a target that must not be called */
export const expectTarget = async (
  ctx: Context,
  { url }: Pick<Definition, 'url'>,
  path: string,
) => {
  if (await isRefusedTarget(ctx, url)) throw fault(`${path}.url`, 'url_refused')
}

interface Saving {
  readonly name: string
  /** Null takes it away. */
  readonly given: GivenConnector | null
  /** Where it stands in the body. */
  readonly path: string
}

/** What is saved now and what is wanted in its place. */
interface Replacing {
  readonly row: repository.StoredConnector
  /** With its values; null where nothing is saved. */
  readonly before: Definition | null
  readonly given: GivenConnector
  readonly path: string
}

/** @throws invalid_parameters when a proof is asked for and there is no secret */
const nextSecret = async (
  ctx: Context,
  { row, before, given, path }: Replacing,
): Promise<string | null> => {
  const { secret, ...definition } = given
  if (definition.authType === 'None') return null
  const keeps = secret === undefined && isSameTarget(before, definition)
  const next = keeps ? await openSecret(ctx, row) : (secret ?? null)
  if (next === null) throw fault(`${path}.secret`, requiredErrorKey)
  return next
}

/** @throws invalid_parameters for a value that is neither given nor kept for this target */
const nextValues = ({ before, given, path }: Replacing): Values => {
  const kept = before !== null && isSameTarget(before, given) ? before : null
  const filled = (kind: 'headers' | 'secrets') =>
    withKept(given[kind], kept?.[kind] ?? []).map(({ name, value }, at) => {
      if (value === null) throw fault(`${path}.${kind}.${at}.value`, requiredErrorKey)
      return { name, value }
    })
  return { url: given.url, headers: filled('headers'), secrets: filled('secrets') }
}

/**
 * Saves a connector in the open transaction; the target was checked and the tenant's secrets are
 * ready. Another URL or authentication clears the secret and values that are not given with it.
 * @throws invalid_parameters
 */
export const save = async (
  ctx: Context,
  { name, given: wanted, path }: Saving,
): Promise<ShownConnector> => {
  const row = await repository.findForChange(ctx, name)
  if (wanted === null) {
    const nothing = { definition: null, sealed_secret: null, sealed_headers: null }
    const kept = await repository.save(ctx, name, nothing)
    return { connector: null, version: kept.version }
  }
  const before = await openDefinition(ctx, row)
  // Fixed values of the query are sent back masked.
  const url = unmaskedUrl(wanted.url, before?.url ?? null)
  if (url === null) throw fault(`${path}.url`, 'url_invalid')
  const given = { ...wanted, url }
  const replacing = { row, before, given, path }
  const secret = await nextSecret(ctx, replacing)
  const sealed_secret =
    secret === null
      ? null
      : await ctx.platform.secrets.seal(ctx.tenant.id, purposeOf(name), Buffer.from(secret))
  const { secret: _given, ...rest } = given
  const { sealed_headers, ...values } = await sealValues(ctx, name, nextValues(replacing))
  const definition = { ...rest, ...values }
  const saved = await repository.save(ctx, name, { definition, sealed_secret, sealed_headers })
  return { connector: present(saved), version: saved.version }
}

export const remove = repository.remove

const opened = async (ctx: Context, name: string): Promise<OpenConnector | null> => {
  const row = await repository.find(ctx, name)
  if (row === undefined) return null
  const definition = await openDefinition(ctx, row)
  return definition === null ? null : { definition, secret: await openSecret(ctx, row) }
}

/** Calls what is saved under a name; null when nothing is set up. */
export const callSaved = async (
  ctx: Context,
  name: string,
  values: PlaceholderValues,
): Promise<ConnectorOutcome | null> => {
  const connector = await opened(ctx, name)
  return connector === null ? null : call(ctx, connector, values)
}

/** What is saved for the same target, for a test of it; null when there is none. */
export const savedForTest = async (
  ctx: Context,
  name: string,
  target: Target,
): Promise<OpenConnector | null> => {
  const saved = await opened(ctx, name)
  if (saved === null) return null
  const url = unmaskedUrl(target.url, saved.definition.url)
  return url !== null && isSameTarget(saved.definition, { ...target, url }) ? saved : null
}
