import {
  composedSources,
  isValueTemplate,
  isWellFormedTemplate,
  placeholdersIn,
  scopePlaceholder,
} from '@signet/rules/saml-attributes'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { SamlSettings } from '../../../platform/db/schema/saml.ts'
import { definitions } from '../../identity/user-attributes/index.ts'

const fault = (field: string, message: string): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: `body.${field}`, message }] })

/** @throws invalid_parameters for what is neither a source nor a template of sources */
const expectSource = (known: ReadonlySet<string>, source: string, field: string): void => {
  if (!isValueTemplate(source)) {
    if (!known.has(source)) throw fault(field, 'is no attribute of users')
    return
  }
  if (!isWellFormedTemplate(source)) {
    throw fault(field, 'is no template: write attributes in braces, as in {userid}@example.org')
  }
  const unknown = placeholdersIn(source).find(
    (name) => name !== scopePlaceholder && !known.has(name),
  )
  if (unknown !== undefined) throw fault(field, `{${unknown}} is no attribute of users`)
}

/** Attributes of users, and what is made of them. @throws invalid_parameters for anything else */
export const checkSources = async (ctx: Context, settings: SamlSettings): Promise<void> => {
  const known = new Set<string>([
    ...composedSources,
    ...(await definitions(ctx)).map(({ id }) => id),
  ])
  expectSource(known, settings.nameIdAttribute, 'nameIdAttribute')
  for (const [at, { source, value }] of settings.attributes.entries()) {
    const field = `attributes.${at}.value`
    if (source === 'USER_ATTRIBUTE') expectSource(known, value, field)
    if (source === 'CONSTANT' && value === '') throw fault(field, 'is empty')
  }
}
