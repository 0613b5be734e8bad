import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Section } from '../../../ui/Page.tsx'
import { exceptionsQuery, useRiskDeeds } from './user-risk.queries.ts'

const Exceptions = z.object({
  skipLocationHistory: z.boolean(),
  skipTravelVelocity: z.boolean(),
  /** As the field holds it: local time; empty: until somebody changes it. */
  skipUntil: z.string().transform((local) => (local === '' ? null : new Date(local).toISOString())),
})
type Typed = z.input<typeof Exceptions>
type Fields = Record<keyof Typed, unknown>

/** As a field of date and time holds it. */
const localOf = (instant: string | null): string => {
  if (instant === null) return ''
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

interface Stored {
  readonly skipLocationHistory: boolean
  readonly skipTravelVelocity: boolean
  readonly skipUntil: string | null
}

const typedOf = ({ value, etag }: Tagged<Stored>): Tagged<Typed> => ({
  value: { ...value, skipUntil: localOf(value.skipUntil) },
  etag,
})

interface EditorProps {
  readonly userid: string
  readonly read: Tagged<Stored>
}

const Editor = ({ userid, read }: EditorProps) => {
  const text = useText('members')
  const { except } = useRiskDeeds(userid)
  const isReadOnly = !useMay()(['USERS', 'EDIT'])
  const label = (name: keyof Typed): string => text(`members:risk.${name}`)
  const labels = Object.fromEntries(
    (['skipLocationHistory', 'skipTravelVelocity', 'skipUntil'] as const).map((name) => [
      name,
      label(name),
    ]),
  )
  const { queryFn } = exceptionsQuery(userid)
  return (
    <EntityForm
      key={read.etag}
      schema={Exceptions}
      initial={typedOf(read)}
      labels={labels}
      isReadOnly={isReadOnly}
      reload={async () => typedOf(await queryFn({ signal: new AbortController().signal }))}
      save={(body, etag) => except.mutateAsync({ body, etag })}
      onSaved={() => showMessage(text('members:risk.exceptionsSaved'))}
    >
      <FormToggle<Fields> name="skipLocationHistory" label={label('skipLocationHistory')} />
      <FormToggle<Fields> name="skipTravelVelocity" label={label('skipTravelVelocity')} />
      <FormText<Fields>
        name="skipUntil"
        type="datetime-local"
        label={label('skipUntil')}
        hint={text('members:risk.skipUntilHint')}
      />
    </EntityForm>
  )
}

/** What risk rules leave out for somebody. */
export const ExceptionsSection = ({ userid }: { readonly userid: string }) => {
  const text = useText('members')
  return (
    <Section
      title={text('members:risk.exceptions')}
      description={text('members:risk.exceptionsText')}
    >
      <QueryView query={useQuery(exceptionsQuery(userid))}>
        {(read) => <Editor {...{ userid, read }} />}
      </QueryView>
    </Section>
  )
}
