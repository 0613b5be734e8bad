import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { outcomeSeverity, useAuditWords } from '../../../pickers/audit-words.ts'
import { useCountryName } from '../../../pickers/country-name.ts'
import { useRejectionWords } from '../../../pickers/rejection-words.ts'
import { reportLink } from '../../../pickers/report-link.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { useActorName } from './audit-columns.tsx'
import { differencesOf, shownValue } from './audit-differences.ts'
import type { Event } from './audit-events.queries.ts'
import { ChangesTable } from './ChangesTable.tsx'

interface PartProps {
  readonly event: Event
}

interface FollowProps extends PartProps {
  /** The report that the entry is in. */
  readonly report: string
}

const wrapped = { '& > span': { maxWidth: '100%' }, '& code': { whiteSpace: 'normal' } }

const RequestId = ({ id }: { readonly id: string }) => (
  <Box sx={wrapped}>
    <CopyText text={id} />
  </Box>
)

const WhatHappened = ({ event }: PartProps) => {
  const text = useText('dashboard')
  const words = useAuditWords()
  const { date } = useFormats()
  const actorName = useActorName()
  const countryName = useCountryName()
  const { entityType, entityId, outcome, requestId } = event
  const subject = [words.subject(entityType), words.nameOf(event) || entityId].join(': ')
  return (
    <Facts
      facts={[
        { label: text('dashboard:audit.columns.time'), value: date(event.eventTime) },
        { label: text('dashboard:audit.columns.actor'), value: actorName(event) },
        { label: text('dashboard:audit.columns.subject'), value: subject },
        {
          label: text('dashboard:audit.columns.outcome'),
          value: <Tag label={words.outcome(outcome)} severity={outcomeSeverity[outcome]} />,
        },
        { label: text('dashboard:audit.columns.address'), value: event.address },
        {
          label: text('dashboard:overview.country'),
          value: event.country === null ? null : countryName(event.country),
        },
        { label: text('dashboard:audit.userAgent'), value: event.userAgent },
        {
          label: text('dashboard:audit.columns.request'),
          value: requestId === '' ? null : <RequestId id={requestId} />,
        },
      ]}
    />
  )
}

/** From one entry to those that belong to it. */
const Follow = ({ event, report }: FollowProps) => {
  const text = useText('dashboard')
  const actorName = useActorName()
  const countryName = useCountryName()
  const { requestId, actorId, address, country, entityId, entityName } = event
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
      {requestId !== '' && (
        <Button to={reportLink({ request: requestId }, report)}>
          {text('dashboard:audit.follow.request')}
        </Button>
      )}
      {actorId !== '' && (
        <Button to={reportLink({ actor: actorId }, report)}>
          {text('dashboard:audit.follow.actor', { name: actorName(event) })}
        </Button>
      )}
      {entityId !== '' && entityId !== actorId && (
        <Button to={reportLink({ entity: entityId }, report)}>
          {text('dashboard:audit.follow.entity', { name: entityName || entityId })}
        </Button>
      )}
      {address !== null && (
        <Button to={reportLink({ address }, report)}>
          {text('dashboard:audit.follow.address', { address })}
        </Button>
      )}
      {country !== null && (
        <Button to={reportLink({ country }, report)}>
          {text('dashboard:audit.follow.country', { country: countryName(country) })}
        </Button>
      )}
    </Stack>
  )
}

const More = ({ event }: PartProps) => {
  const text = useText('dashboard')
  const rejection = useRejectionWords()(event.attributes?.reason)
  // What the log keeps in English is read in the language of the reader.
  const told = rejection === null ? {} : { text: rejection }
  const attributes = Object.entries({ ...event.attributes, ...told })
  if (attributes.length === 0) return null
  return (
    <Box component="section">
      <Typography component="h3" variant="h3">
        {text('dashboard:audit.details')}
      </Typography>
      <Facts facts={attributes.map(([label, value]) => ({ label, value: shownValue(value) }))} />
    </Box>
  )
}

/** One entry in full: what happened, what it changed, and what belongs to it. */
export const EventDetail = ({ event, report }: FollowProps) => {
  const text = useText('dashboard')
  const differences = differencesOf(event)
  return (
    <Stack spacing={2.5}>
      {event.erased && <Notice severity="info">{text('dashboard:audit.erased')}</Notice>}
      <WhatHappened event={event} />
      {differences.length > 0 && <ChangesTable differences={differences} />}
      <More event={event} />
      <Follow {...{ event, report }} />
    </Stack>
  )
}
