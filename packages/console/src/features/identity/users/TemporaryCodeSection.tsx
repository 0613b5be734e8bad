import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { severityOf } from '@signet/rules/severity'
import { useState } from 'react'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import type { SectionProps } from './authenticator-deeds.ts'
import { useRemoval } from './authenticator-questions.ts'
import { MadeCodeDialog, MakeCodeDialog } from './TemporaryCodeDialogs.tsx'

const Actions = ({ onMake, onRemove }: { onMake: () => void; onRemove: (() => void) | null }) => {
  const text = useText('members')
  return (
    <span>
      {onRemove !== null && (
        <Button kind="plain" onClick={onRemove}>
          {text('members:users.authenticators.remove')}
        </Button>
      )}
      <Button onClick={onMake}>{text('members:users.authenticators.temporaryCode.make')}</Button>
    </span>
  )
}

/** How often it was used, and until when it is good. */
const Standing = ({ code }: { readonly code: SectionProps['found']['tempAccessCode'] }) => {
  const text = useText('members')
  const { date } = useFormats()
  if (code === null) {
    return (
      <Typography variant="body2">
        {text('members:users.authenticators.temporaryCode.none')}
      </Typography>
    )
  }
  const { status, numUses: used, maxUses: maximum, expiryTime } = code
  const label = text(`members:users.authenticators.temporaryCode.status.${status}`)
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
      <Tag label={label} severity={severityOf(status)} />
      <Typography variant="body2">
        {text('members:users.authenticators.temporaryCode.uses', {
          used,
          maximum,
          date: date(expiryTime),
        })}
      </Typography>
    </Stack>
  )
}

/** What lets the user in who has lost their second factor: how often still, and until when. */
export const TemporaryCodeSection = ({ found, name, deeds, ask, mayEdit }: SectionProps) => {
  const text = useText('members')
  const removal = useRemoval(name)
  const [isAsking, setIsAsking] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const code = found.tempAccessCode
  const title = text('members:users.authenticators.temporaryCode.title')
  const onRemove = code === null ? null : () => ask(removal(title, deeds.removeTemporaryCode))
  return (
    <Section
      title={title}
      actions={mayEdit && <Actions onMake={() => setIsAsking(true)} onRemove={onRemove} />}
    >
      <Standing code={code} />
      {isAsking && (
        <MakeCodeDialog
          onMake={async (wanted) => setMade(await deeds.makeTemporaryCode(wanted))}
          onClose={() => setIsAsking(false)}
        />
      )}
      {made !== null && <MadeCodeDialog name={name} code={made} onClose={() => setMade(null)} />}
    </Section>
  )
}
