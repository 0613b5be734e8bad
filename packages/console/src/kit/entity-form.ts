import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import {
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { CallError } from '../lib/call-error.ts'
import { createStore, type Store } from '../lib/store.ts'
import { loadFaultTexts } from '../lib/validation-texts.ts'
import { type Conflict, conflictOf, isConflict } from './conflict.tsx'
import { errorsOf } from './form-errors.ts'

/** What a form was filled with, and the version that was (its ETag, sent back as If-Match). */
export interface FormVersion<In> {
  readonly value: In
  readonly etag: string | null
}

export interface EntityFormOptions<In extends FieldValues, Out> {
  /** The contract's body schema. */
  readonly schema: z.ZodType<Out, In>
  readonly initial: FormVersion<In>
  /** @throws CallError; 412 asks the visitor what to keep, faults go to their fields */
  readonly save: (values: Out, etag: string | null) => Promise<unknown>
  /** Reads what stands there now, after a refusal with 412. */
  readonly reload?: () => Promise<FormVersion<In>>
  readonly onSaved: () => void
}

type Form<In extends FieldValues, Out> = UseFormReturn<In, unknown, Out>

/** Judges by the schema; the texts of what it finds are there when it answers. */
const resolverOf = <In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
): Resolver<In, unknown, Out> => {
  const judge = zodResolver<In, unknown, Out>(schema)
  return async (...given) => {
    const judged = await judge(...given)
    await loadFaultTexts(errorsOf(judged.errors).map(({ word }) => word))
    return judged
  }
}

/** Puts the server's faults (`body.email`) to the fields that have them; whether all had one. */
const showFaults = <In extends FieldValues, Out>(
  form: Form<In, Out>,
  { faults }: CallError,
): boolean => {
  const known = new Set(Object.keys(form.getValues()))
  const isField = (name: string): name is FieldPath<In> => known.has(name.split('.')[0] ?? '')
  const missed = faults.filter(({ path, message }) => {
    const name = path.replace(/^body\./, '')
    if (isField(name)) form.setError(name, { message })
    return !isField(name)
  })
  return faults.length > 0 && missed.length === 0
}

interface Clash<In> {
  readonly conflict: Conflict
  readonly theirs: FormVersion<In>
}

/** Says what a refused save means: a conflict, faults of fields, or an error over the form. */
const useRefusals = <In extends FieldValues, Out>(
  form: Form<In, Out>,
  { initial, reload }: EntityFormOptions<In, Out>,
) => {
  const [error, setError] = useState<unknown>(null)
  const [clash, setClash] = useState<Clash<In> | null>(null)
  const refuse = async (failure: unknown): Promise<void> => {
    if (isConflict(failure) && reload !== undefined) {
      const theirs = await reload()
      const sides = { before: initial.value, theirs: theirs.value, mine: form.getValues() }
      setClash({ conflict: conflictOf(failure, sides), theirs })
      return
    }
    if (!(failure instanceof CallError)) return setError(failure)
    await loadFaultTexts(failure.faults.map(({ message }) => message))
    if (!showFaults(form, failure)) setError(failure)
  }
  const forget = (): void => {
    setError(null)
    setClash(null)
  }
  return { error, clash, refuse, forget }
}

export interface EntityFormState<In extends FieldValues, Out> {
  readonly form: Form<In, Out>
  readonly submit: () => Promise<void>
  readonly error: unknown
  readonly conflict: Conflict | null
  readonly takeTheirs: () => void
  readonly keepMine: () => void
  readonly isLeaving: Store<boolean>
}

/** The state of a form on one entity: validation, saving, refusals, conflicts. */
export const useEntityForm = <In extends FieldValues, Out>(
  options: EntityFormOptions<In, Out>,
): EntityFormState<In, Out> => {
  const [etag, setEtag] = useState(options.initial.etag)
  const [isLeaving] = useState(() => createStore(false))
  const form = useForm<In, unknown, Out>({
    resolver: resolverOf(options.schema),
    values: options.initial.value,
    shouldFocusError: false,
  })
  const { error, clash, refuse, forget } = useRefusals(form, options)
  const saveOver = (version: string | null): Promise<void> =>
    form.handleSubmit(async (values) => {
      forget()
      try {
        // A save may open what it has made: nothing of that is unsaved.
        isLeaving.set(true)
        await options.save(values, version)
        form.reset(form.getValues())
        options.onSaved()
      } catch (failure) {
        isLeaving.set(false)
        await refuse(failure)
      }
    })()
  const take = (theirs: FormVersion<In>): void => {
    form.reset(theirs.value)
    setEtag(theirs.etag)
    forget()
  }
  return {
    form,
    submit: () => saveOver(etag),
    error,
    conflict: clash?.conflict ?? null,
    takeTheirs: () => clash && take(clash.theirs),
    keepMine: () => void (clash && saveOver(clash.theirs.etag)),
    isLeaving,
  }
}
