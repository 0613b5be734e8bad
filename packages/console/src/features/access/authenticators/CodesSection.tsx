import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { type OwnAuthenticators, useOwnDeeds } from './authenticators.queries.ts'
import { CodesDialog } from './CodesDialog.tsx'

interface CodesSectionProps {
  readonly status: OwnAuthenticators['recoveryCodes']
}

/** How many recovery codes are left; new ones end the former ones. */
export const CodesSection = ({ status }: CodesSectionProps) => {
  const text = useText('userPortal')
  const { date } = useFormats()
  const { makeCodes } = useOwnDeeds()
  const [isAsking, setIsAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { remaining, createDate } = status
  const make = async (): Promise<void> => setCodes((await makeCodes()).codes)
  return (
    <Section
      title={text('userPortal:authenticators.codes.title')}
      description={text('userPortal:authenticators.codes.text')}
      actions={
        <Button onClick={() => setIsAsking(true)}>
          {text('userPortal:authenticators.codes.make')}
        </Button>
      }
    >
      <Typography variant="body2">
        {createDate === null
          ? text('userPortal:authenticators.codes.none')
          : text('userPortal:authenticators.codes.left', {
              count: remaining,
              created: date(createDate),
            })}
      </Typography>
      {isAsking && (
        <ConfirmAction
          title={text('userPortal:authenticators.codes.makeTitle')}
          confirmLabel={text('userPortal:authenticators.codes.make')}
          onConfirm={make}
          onClose={() => setIsAsking(false)}
        >
          {text('userPortal:authenticators.codes.makeText')}
        </ConfirmAction>
      )}
      {codes !== null && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  )
}
