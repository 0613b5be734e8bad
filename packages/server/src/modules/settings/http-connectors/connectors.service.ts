import { type GivenConnector, HttpConnector } from '@signet/contract/settings/http-connectors'
import type { PlaceholderValues } from '@signet/rules/connector-templates'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { type ConnectorOutcome, call, type Definition, type OpenConnector } from './call.ts'
import * as repository from './connectors.repository.ts'
import { type Header, openHeaders, sealHeaders, shownHeader, withKept } from './header-values.ts'
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
  return { ...definition, headers, secretPresent: row.sealed_secret !== null }
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

/** @throws invalid_parameters when a proof is asked for and there is no secret */
const nextSecret = async (
  ctx: Context,
  row: repository.StoredConnector,
  { given, path }: Saving & { readonly given: GivenConnector },
): Promise<string | null> => {
  const { secret, ...definition } = given
  if (definition.authType === 'None') return null
  const keeps = secret === undefined && isSameTarget(definitionOf(row), definition)
  const next = keeps ? await openSecret(ctx, row) : (secret ?? null)
  if (next === null) throw fault(`${path}.secret`, 'errors.isRequired')
  return next
}

/** @throws invalid_parameters for a header whose value is neither given nor kept for this target */
const nextHeaders = async (
  ctx: Context,
  row: repository.StoredConnector,
  { given, path }: Saving & { readonly given: GivenConnector },
): Promise<readonly Header[]> => {
  const before = definitionOf(row)
  const isKept = before !== null && isSameTarget(before, given)
  const kept = isKept ? await openHeaders(ctx, row, before.headers) : []
  return withKept(given.headers, kept).map(({ name, value }, at) => {
    if (value === null) throw fault(`${path}.headers.${at}.value`, 'errors.isRequired')
    return { name, value }
  })
}

/**
 * Saves a connector in the open transaction; the target was checked and the tenant's secrets are
 * ready. Another URL or authentication clears the secret and header values that are not given with it.
 */
export const save = async (ctx: Context, saving: Saving): Promise<ShownConnector> => {
  const { name, given } = saving
  const row = await repository.findForChange(ctx, name)
  if (given === null) {
    const nothing = { definition: null, sealed_secret: null, sealed_headers: null }
    const kept = await repository.save(ctx, name, nothing)
    return { connector: null, version: kept.version }
  }
  const secret = await nextSecret(ctx, row, { ...saving, given })
  const sealed_secret =
    secret === null
      ? null
      : await ctx.platform.secrets.seal(ctx.tenant.id, purposeOf(name), Buffer.from(secret))
  const { secret: _given, ...rest } = given
  const next = await nextHeaders(ctx, row, { ...saving, given })
  const { headers, sealed_headers } = await sealHeaders(ctx, name, next)
  const definition = { ...rest, headers }
  const saved = await repository.save(ctx, name, { definition, sealed_secret, sealed_headers })
  return { connector: present(saved), version: saved.version }
}

export const remove = repository.remove

const opened = async (ctx: Context, name: string): Promise<OpenConnector | null> => {
  const row = await repository.find(ctx, name)
  const definition = row === undefined ? null : definitionOf(row)
  if (row === undefined || definition === null) return null
  const headers = await openHeaders(ctx, row, definition.headers)
  return { definition: { ...definition, headers }, secret: await openSecret(ctx, row) }
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
  return saved !== null && isSameTarget(saved.definition, target) ? saved : null
}
