import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { sideNames } from '@signet/card/document'
import { useDeferredValue, useState } from 'react'
import { type Conflict, ConflictNotice } from '../../../kit/conflict.tsx'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { UnsavedGuard } from '../../../kit/unsaved.tsx'
import { CallError } from '../../../lib/call-error.ts'
import { useText } from '../../../lib/i18n.ts'
import { createStore } from '../../../lib/store.ts'
import { DrawnSide } from '../../../pickers/drawing/DrawnSide.tsx'
import { IssuanceGroupPicker } from '../../../pickers/IssuanceGroupPicker.tsx'
import type { Named } from '../../../pickers/NamedPicker.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { ConnectedNote } from './ConnectedNote.tsx'
import type { Form } from './enrollments.queries.ts'
import { FieldInput } from './FieldInput.tsx'
import { useFaultText } from './fault-text.ts'
import { useConnected, withFound } from './use-connected.ts'
import type { Values } from './values.ts'

export interface Written {
  readonly values: Values
  readonly group: Named | null
  /** Something mandatory may be missing. */
  readonly draft: boolean
  /** Once it is saved, its card is printed. */
  readonly isToPrint: boolean
}

type Saving = 'WHOLE' | 'DRAFT' | 'PRINT'

const flagsOf = (saving: Saving) => ({
  draft: saving === 'DRAFT',
  isToPrint: saving === 'PRINT',
})

export interface Clash {
  readonly conflict: Conflict
  /** What the compared are called. */
  readonly labels: Readonly<Record<string, string>>
  readonly draft: boolean
  /** Of the version that is there now. */
  readonly etag: string
}

interface FormProps {
  readonly form: Pick<Form, 'definition' | 'design' | 'workflow' | 'connected'>
  readonly initial: { readonly values: Values; readonly group: Named | null }
  /**
   * Saves, over `over` where it is given.
   * @returns what to do once nothing can be lost any more; null where it was not saved
   */
  readonly onSave: (written: Written, over?: string) => Promise<(() => void) | null>
  /** What somebody else saved meanwhile. */
  readonly clash?: Clash | null
  readonly onTakeTheirs?: () => void
}

const Preview = ({ form: { design }, values }: Pick<FormProps, 'form'> & { values: Values }) => {
  const text = useText('issuancePortal')
  const shown = useDeferredValue(values)
  return (
    <Section title={text('issuancePortal:enrollments.preview')}>
      {sideNames
        .filter((side) => design[side] !== null)
        .map((side) => (
          <DrawnSide
            key={side}
            {...{ design, side }}
            values={shown}
            label={text(`issuancePortal:enrollments.sides.${side}`)}
            isPrint
          />
        ))}
    </Section>
  )
}

interface Faults {
  readonly failure: unknown
  /** By the names of fields, and `groupId`. */
  readonly fields: Readonly<Record<string, string>>
}

const noFaults: Faults = { failure: null, fields: {} }

const faultsOf = (error: unknown): Faults => {
  if (!(error instanceof CallError)) return { failure: error, fields: {} }
  const fields = error.faults.map(({ path, message }): [string, string] => [
    path.replace(/^body\.(values\.)?/, ''),
    message,
  ])
  return { failure: error, fields: Object.fromEntries(fields) }
}

/** What was typed, over what databases know. */
const useValues = ({ form, initial }: Pick<FormProps, 'form' | 'initial'>) => {
  const [typed, setTyped] = useState(initial.values)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const connected = useConnected(form, initial.values)
  const values = withFound(typed, touched, connected.found)
  const put = (name: string, value: string): void => {
    setTyped({ ...typed, [name]: value })
    setTouched(new Set([...touched, name]))
  }
  const [group, setGroup] = useState(initial.group)
  return { values, connected, put, group, setGroup }
}

const useWriting = (props: Pick<FormProps, 'form' | 'initial' | 'onSave'>) => {
  const { put, setGroup, ...typed } = useValues(props)
  const [isDirty, setIsDirty] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const [faults, setFaults] = useState(noFaults)
  const [isLeaving] = useState(() => createStore(false))
  const save = async (saving: Saving, over?: string): Promise<void> => {
    setIsPending(true)
    setFaults(noFaults)
    try {
      const goOn = await props.onSave({ ...typed, ...flagsOf(saving) }, over)
      if (goOn !== null) {
        isLeaving.set(true)
        setIsDirty(false)
        goOn()
      }
    } catch (error) {
      setFaults(faultsOf(error))
    }
    setIsPending(false)
  }
  return {
    ...typed,
    isDirty,
    isPending,
    faults,
    isLeaving,
    save,
    change: (name: string, value: string) => {
      put(name, value)
      setIsDirty(true)
    },
    choose: (chosen: readonly Named[]) => {
      setGroup(chosen.at(-1) ?? null)
      setIsDirty(true)
    },
  }
}

interface ButtonsProps {
  readonly isPending: boolean
  readonly onSave: (saving: Saving) => void
}

const Buttons = ({ isPending, onSave }: ButtonsProps) => {
  const text = useText('issuancePortal')
  const mayPrint = useMay()(['ISSUANCE', 'ADD'])
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
      <Button kind="primary" type="submit" {...{ isPending }}>
        {text('common:actions.save')}
      </Button>
      {mayPrint && (
        <Button onClick={() => onSave('PRINT')} isDisabled={isPending}>
          {text('issuancePortal:enrollments.saveAndPrint')}
        </Button>
      )}
      <Button onClick={() => onSave('DRAFT')} isDisabled={isPending}>
        {text('issuancePortal:enrollments.saveUnfinished')}
      </Button>
    </Stack>
  )
}

type Writing = ReturnType<typeof useWriting>

/** Why a value is refused, else why none came from where the field is connected with. */
const useErrors = ({ faults, connected, values }: Writing) => {
  const text = useText('issuancePortal')
  const faultText = useFaultText()
  return (name: string): string | undefined => {
    const refused = faultText(faults.fields[name], name)
    const unread = connected.faults[name]
    if (refused !== undefined || unread === undefined || (values[name] ?? '') !== '') return refused
    return text(`issuancePortal:databases.unread.${unread.outcome}`, { database: unread.database })
  }
}

const Steps = ({ form, writing }: Pick<FormProps, 'form'> & { readonly writing: Writing }) => {
  const errorOf = useErrors(writing)
  const { values, connected, change } = writing
  return form.definition.steps.map((step) => (
    <Section key={step.id} title={step.title}>
      <Stack spacing={2} onBlur={() => connected.look(values)}>
        {step.fields
          .filter(({ hidden }) => !hidden)
          .map((field) => (
            <Box key={field.id}>
              <FieldInput
                field={field}
                value={values[field.name] ?? ''}
                error={errorOf(field.name)}
                onChange={(value) => change(field.name, value)}
              />
              <ConnectedNote
                name={field.name}
                value={values[field.name] ?? ''}
                said={connected.found[field.name] ?? ''}
                onTake={() => change(field.name, connected.found[field.name] ?? '')}
              />
            </Box>
          ))}
      </Stack>
    </Section>
  ))
}

const GroupSection = ({ writing }: { readonly writing: Writing }) => {
  const text = useText('issuancePortal')
  const faultText = useFaultText()
  const { group, faults, choose } = writing
  const label = text('issuancePortal:enrollments.group')
  return (
    <Section title={label}>
      <IssuanceGroupPicker
        label={label}
        hint={text('issuancePortal:enrollments.groupHint')}
        error={faultText(faults.fields.groupId, label)}
        value={group === null ? [] : [group]}
        onChange={choose}
      />
    </Section>
  )
}

type ClashProps = Pick<FormProps, 'clash' | 'onTakeTheirs'> & { readonly writing: Writing }

const ClashNotice = ({ clash, onTakeTheirs, writing }: ClashProps) =>
  clash && (
    <ConflictNotice
      conflict={clash.conflict}
      labels={clash.labels}
      onTakeTheirs={() => onTakeTheirs?.()}
      onKeepMine={() => void writing.save(clash.draft ? 'DRAFT' : 'WHOLE', clash.etag)}
    />
  )

/** That databases of others are being asked: heard, and seen where it takes a while. */
const Reading = ({ isReading }: { readonly isReading: boolean }) => {
  const text = useText('issuancePortal')
  return (
    <Typography variant="caption" role="status" sx={{ mt: 1, minHeight: '1.5em' }}>
      {isReading && text('issuancePortal:databases.asking')}
    </Typography>
  )
}

const layout = { display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '3fr 2fr' } }

/** The fields of a design, step by step, beside the card that comes of them. */
export const EnrollmentForm = ({ form, initial, onSave, ...given }: FormProps) => {
  const writing = useWriting({ form, initial, onSave })
  const { failure } = writing.faults
  return (
    <Box sx={layout}>
      <Stack
        component="form"
        noValidate
        sx={{ minWidth: 0 }}
        onSubmit={(event) => {
          event.preventDefault()
          void writing.save('WHOLE')
        }}
      >
        <UnsavedGuard isDirty={writing.isDirty} isLeaving={writing.isLeaving} />
        <ClashNotice {...given} writing={writing} />
        <ErrorNotice error={failure} isAtFields />
        <Steps form={form} writing={writing} />
        <GroupSection writing={writing} />
        <Buttons isPending={writing.isPending} onSave={(saving) => void writing.save(saving)} />
        {form.connected.length > 0 && <Reading isReading={writing.connected.isReading} />}
      </Stack>
      <Box sx={{ minWidth: 0 }}>
        <Preview form={form} values={writing.values} />
      </Box>
    </Box>
  )
}
