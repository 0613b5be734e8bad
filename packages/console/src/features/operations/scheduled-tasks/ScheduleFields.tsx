import Box from '@mui/material/Box'
import { oneOf } from '@signet/rules/membership'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { FieldGroup } from '../../../kit/FieldGroup.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormText } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { ToggleInput } from '../../../ui/ToggleInput.tsx'
import {
  cronOf,
  monthDays,
  type Pattern,
  type PatternKind,
  patternKinds,
  patternOf,
  weekdays,
} from './cron-pattern.ts'
import { NextRuns } from './NextRuns.tsx'
import { TimeZoneField } from './TimeZoneField.tsx'
import type { Fields } from './task-form.ts'
import { useDayNames } from './task-words.ts'

type Spoken = Exclude<Pattern, { readonly kind: 'CUSTOM' }>

const isKind = oneOf(patternKinds)
const morning = '07:00'

/** Another kind of schedule at the same time of day. */
const turned = (kind: Spoken['kind'], time: string): Spoken => {
  if (kind === 'WEEKLY') return { kind, time, weekdays: [1] }
  return kind === 'MONTHLY' ? { kind, time, day: '1' } : { kind, time }
}

/** The expression of the form, and the pattern it stands for; what is typed stays as typed. */
const useSchedule = () => {
  const { field } = useController<Fields, 'cron'>({ name: 'cron' })
  const [isTyped, setIsTyped] = useState(() => patternOf(field.value).kind === 'CUSTOM')
  const said = patternOf(field.value)
  const pattern: Pattern = isTyped ? { kind: 'CUSTOM' } : said
  const time = said.kind === 'CUSTOM' ? morning : said.time
  const give = (next: Spoken): void => field.onChange(cronOf(next))
  const turn = (kind: PatternKind): void => {
    setIsTyped(kind === 'CUSTOM')
    if (kind !== 'CUSTOM') give(turned(kind, time))
  }
  return { pattern, give, turn }
}

interface PartProps<P extends Pattern> {
  readonly pattern: P
  readonly give: (pattern: Spoken) => void
}

/** One day at least. */
const Weekdays = ({ pattern, give }: PartProps<Extract<Pattern, { kind: 'WEEKLY' }>>) => {
  const text = useText('dashboard')
  const { weekday } = useDayNames()
  const chosen = pattern.weekdays
  const choose = (day: number, isOn: boolean): void => {
    const next = weekdays.filter((one) => (one === day ? isOn : chosen.includes(one)))
    if (next.length > 0) give({ ...pattern, weekdays: next })
  }
  return (
    <FieldGroup label={text('dashboard:tasks.fields.weekdays')}>
      {() => (
        <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>
          {weekdays.map((day) => (
            <ToggleInput
              key={day}
              label={weekday(day)}
              value={chosen.includes(day)}
              onChange={(isOn) => choose(day, isOn)}
            />
          ))}
        </Box>
      )}
    </FieldGroup>
  )
}

const MonthDay = ({ pattern, give }: PartProps<Extract<Pattern, { kind: 'MONTHLY' }>>) => {
  const text = useText('dashboard')
  const { monthDay } = useDayNames()
  return (
    <SelectInput
      label={text('dashboard:tasks.fields.day')}
      value={pattern.day}
      onChange={(day) => give({ ...pattern, day })}
      options={optionsOf(monthDays, monthDay)}
    />
  )
}

const Time = ({ pattern, give }: PartProps<Spoken>) => {
  const text = useText('dashboard')
  return (
    <TextInput
      type="time"
      label={text('dashboard:tasks.fields.time')}
      value={pattern.time}
      onChange={(time) => {
        if (time !== '') give({ ...pattern, time })
      }}
    />
  )
}

const Cron = () => {
  const text = useText('dashboard')
  return (
    <FormText<Fields>
      name="cron"
      label={text('dashboard:tasks.fields.cron')}
      hint={text('dashboard:tasks.hints.cron')}
      isRequired
      maxLength={100}
    />
  )
}

/** When it runs: in words of people, or as a cron expression; what comes of it stands below. */
export const ScheduleFields = () => {
  const text = useText('dashboard')
  const { pattern, give, turn } = useSchedule()
  return (
    <>
      <SelectInput
        label={text('dashboard:tasks.fields.repeat')}
        value={pattern.kind}
        onChange={(kind) => isKind(kind) && turn(kind)}
        options={optionsOf(patternKinds, (value) => text(`dashboard:tasks.repeats.${value}`))}
      />
      {pattern.kind === 'WEEKLY' && <Weekdays {...{ pattern, give }} />}
      {pattern.kind === 'MONTHLY' && <MonthDay {...{ pattern, give }} />}
      {pattern.kind === 'CUSTOM' ? <Cron /> : <Time {...{ pattern, give }} />}
      <TimeZoneField />
      <NextRuns />
    </>
  )
}
