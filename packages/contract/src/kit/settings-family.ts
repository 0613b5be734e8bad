import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { lockouts } from './lockouts.ts'

export interface SettingFault {
  /** The field, or a place in it: `origins.2`. */
  readonly path: string
  /** A word of the validation texts. */
  readonly message: string
}

type Values<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>

/** One family of a tenant's settings: its fields, what each is until somebody sets it, and what must hold among them. */
export interface Family<S extends z.ZodRawShape, Secret extends string = never> {
  /** The last part of its address, and its name in the database. */
  readonly name: string
  /** Names its schemas in the OpenAPI document. */
  readonly id: string
  readonly fields: z.ZodObject<S>
  readonly defaults: Values<S>
  /** Faults that lie in more than one field; empty when the values go together. */
  readonly rule: (values: Values<S>) => readonly SettingFault[]
  /** Kept sealed: they are written and never read. */
  readonly secrets: readonly Secret[]
  /** Fields whose change clears the secrets: what was meant for one host must not reach another. */
  readonly clearsSecrets: readonly (keyof S & string)[]
}

interface Declared<S extends z.ZodRawShape, Secret extends string> {
  readonly name: string
  readonly id: string
  readonly fields: z.ZodObject<S>
  readonly defaults: NoInfer<Values<S>>
  readonly rule?: (values: NoInfer<Values<S>>) => readonly SettingFault[]
  readonly secrets?: readonly Secret[]
  readonly clearsSecrets?: readonly (keyof S & string)[]
}

export const family = <S extends z.ZodRawShape, const Secret extends string = never>(
  declared: Declared<S, Secret>,
): Family<S, Secret> => ({ rule: () => [], secrets: [], clearsSecrets: [], ...declared })

/** All fields with the rule among them: what a form checks before it is sent. */
export const formOf = <S extends z.ZodRawShape, Secret extends string>({
  fields,
  rule,
}: Family<S, Secret>) =>
  fields.strict().superRefine((values, context) => {
    for (const { path, message } of rule(values)) {
      context.addIssue({ code: 'custom', path: path.split('.'), message })
    }
  })

const access = {
  read: { method: 'GET', actor: 'admin', needs: ['SETTINGS', 'VIEW'], limit: 'read' },
  update: {
    method: 'PUT',
    actor: 'admin',
    needs: ['SETTINGS', 'EDIT'],
    limit: 'change',
    sensitive: true,
  },
} as const

const pathOf = (name: string): string => `/api/web/v1/settings/${name}`
const kept = 'A field left out keeps its value; one that does not exist is refused.'

interface Told {
  readonly summary: string
  /** Where it stands, when that is not the usual place. */
  readonly path?: string
  readonly description?: string
  readonly catalogueId?: string
}

interface Change extends Told {
  /** Whether administrators may be kept out by it. */
  readonly locksOut?: true
  /** Whether a statement that is held may be broken by it, and nothing else of the kind. */
  readonly breaksHeld?: true
  /** Whether some of it is for super administrators to say. */
  readonly vouches?: true
}

/** GET of a family: every field, set or not. */
export const readSettings = <S extends z.ZodRawShape>(of: Family<S>, told: Told) =>
  endpoint({
    ...access.read,
    path: pathOf(of.name),
    answer: of.fields.meta({ id: of.id }),
    errors: [],
    audit: null,
    ...told,
  })

/** PUT of a family: what is given is changed, the rest stays. */
export const updateSettings = <S extends z.ZodRawShape>(
  of: Family<S>,
  { locksOut, breaksHeld, vouches, ...told }: Change,
) =>
  endpoint({
    ...access.update,
    path: pathOf(of.name),
    body: of.fields
      .partial()
      .strict()
      .meta({ id: `${of.id}Change` }),
    answer: of.fields.meta({ id: of.id }),
    errors: [
      ...(locksOut === true ? lockouts : []),
      ...(breaksHeld === true ? (['held_statement_broken'] as const) : []),
      ...(vouches === true ? (['rights_not_held'] as const) : []),
      'guess_budget_exceeded',
      'precondition_failed',
    ],
    audit: 'SETTINGS_UPDATED',
    ...told,
    description: [told.description, kept].filter((text) => text !== undefined).join(' '),
  })

const secretText = z.string().min(1).max(4000, abort)

/** The answer of a family with secrets: which of them there are, and none of them. */
const sealedAnswer = <S extends z.ZodRawShape, Secret extends string>(of: Family<S, Secret>) =>
  of.fields.extend({ secretsPresent: z.array(z.enum(of.secrets)) }).meta({ id: of.id })

export const readSealedSettings = <S extends z.ZodRawShape, Secret extends string>(
  of: Family<S, Secret>,
  told: Told,
) =>
  endpoint({
    ...access.read,
    path: pathOf(of.name),
    answer: sealedAnswer(of),
    errors: [],
    audit: null,
    ...told,
  })

/** `secrets` gives new ones; null takes one away, and one left out stays. */
export const updateSealedSettings = <S extends z.ZodRawShape, Secret extends string>(
  of: Family<S, Secret>,
  { vouches, ...told }: Told & Pick<Change, 'vouches'>,
) =>
  endpoint({
    ...access.update,
    path: pathOf(of.name),
    body: of.fields
      .partial()
      .extend({ secrets: z.partialRecord(z.enum(of.secrets), secretText.nullable()).optional() })
      .strict()
      .meta({ id: `${of.id}Change` }),
    answer: sealedAnswer(of),
    errors: [...(vouches === true ? (['rights_not_held'] as const) : []), 'precondition_failed'],
    audit: 'SETTINGS_UPDATED',
    ...told,
    description: [
      told.description,
      kept,
      of.clearsSecrets.length === 0
        ? undefined
        : `Changing ${of.clearsSecrets.join(', ')} takes the secrets away that are not given with it.`,
      vouches === true
        ? 'Another account or server, or another secret of it, takes a super administrator.'
        : undefined,
    ]
      .filter((text) => text !== undefined)
      .join(' '),
  })
