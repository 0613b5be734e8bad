import Stack from '@mui/material/Stack'
import { CallError } from '../lib/call-error.ts'
import { useText } from '../lib/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Notice } from '../ui/Notice.tsx'

export interface Conflict {
  /** Who changed it meanwhile, when the server says so. */
  readonly changedBy: string | null
  readonly changes: readonly FieldChange[]
}

interface FieldChange {
  readonly name: string
  readonly theirs: string
  readonly mine: string
}

type Values = Readonly<Record<string, unknown>>

const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')

/** The fields that somebody else has changed since they were read. */
export const conflictOf = (
  error: CallError,
  {
    before,
    theirs,
    mine,
  }: { readonly before: Values; readonly theirs: Values; readonly mine: Values },
): Conflict => ({
  changedBy: typeof error.parameters.changedBy === 'string' ? error.parameters.changedBy : null,
  changes: Object.keys(mine)
    .filter((name) => shown(before[name]) !== shown(theirs[name]))
    .map((name) => ({ name, theirs: shown(theirs[name]), mine: shown(mine[name]) })),
})

/** Whether a save was refused because what it was based on is no longer so (RFC 9110, 13.1.1). */
export const isConflict = (error: unknown): error is CallError =>
  error instanceof CallError && error.status === 412

interface ConflictNoticeProps {
  readonly conflict: Conflict
  readonly labels: Readonly<Record<string, string>>
  readonly onTakeTheirs: () => void
  readonly onKeepMine: () => void
}

/** Shows who changed what, and lets the visitor take it over or save their own again. */
export const ConflictNotice = (props: ConflictNoticeProps) => {
  const text = useText()
  const { changedBy, changes } = props.conflict
  const facts = changes.map(({ name, theirs, mine }) => ({
    label: props.labels[name] ?? name,
    value: text('common:form.conflictValues', { theirs: theirs || '–', mine: mine || '–' }),
  }))
  return (
    <Notice
      severity="warning"
      title={
        changedBy === null
          ? text('common:form.conflict')
          : text('common:form.conflictBy', { name: changedBy })
      }
    >
      {facts.length > 0 && <Facts facts={facts} />}
      <Stack direction="row" spacing={1} sx={{ mt: 1 }}>
        <Button onClick={props.onTakeTheirs}>{text('common:form.takeTheirs')}</Button>
        <Button onClick={props.onKeepMine}>{text('common:form.keepMine')}</Button>
      </Stack>
    </Notice>
  )
}
