import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../kit/ConfirmAction.tsx'
import { optionsOf } from '../../kit/fields.ts'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { SelectInput } from '../../ui/SelectInput.tsx'
import type { FaceDoors, FaceState, Flow } from './face-doors.ts'

interface FaceDialogProps {
  readonly doors: FaceDoors
  /** The face of before, which ends. */
  readonly former: FaceState | undefined
  readonly title: string
  /** Where the person goes on by another device. */
  readonly onAddress: (url: string) => void
  readonly onClose: () => void
}

export interface AddressDialogProps extends Pick<FaceDialogProps, 'title' | 'onClose'> {
  readonly url: string
}

/** Where the person shows their face, for another device. */
export const FaceAddressDialog = ({ url, title, onClose }: AddressDialogProps) => {
  const text = useText('authenticators')
  const close = <Button onClick={onClose}>{text('common:actions.close')}</Button>
  return (
    <Dialog isOpen {...{ title, onClose }} actions={close}>
      <Stack spacing={2}>
        <Typography variant="body2">{text('authenticators:devices.face.scan')}</Typography>
        <QrCode value={url} label={text('authenticators:devices.face.picture')} />
        <CopyText text={url} label={text('authenticators:devices.face.copy')} />
      </Stack>
    </Dialog>
  )
}

/** Begins a registration, and leads to the provider: here, or by a QR code on another device. */
export const FaceDialog = ({ doors, former, title, onAddress, onClose }: FaceDialogProps) => {
  const text = useText('authenticators')
  const client = useQueryClient()
  const { flows, queryKey } = doors
  const [flow, setFlow] = useState<Flow>(flows[0] ?? 'MOBILE')
  const begin = async (): Promise<void> => {
    const { url } = await doors.begin(flow, former)
    await client.invalidateQueries({ queryKey })
    if (flow === 'WEB') window.location.assign(url)
    else onAddress(url)
  }
  const options = optionsOf(flows, (value) => text(`authenticators:devices.face.flow.${value}`))
  return (
    <ConfirmAction
      title={title}
      confirmLabel={text('authenticators:devices.face.begin')}
      onConfirm={begin}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <span>
          {text(`authenticators:devices.face.${former === undefined ? 'leads' : 'ends'}`)}
        </span>
        {options.length > 1 && (
          <SelectInput
            label={text('authenticators:devices.face.where')}
            value={flow}
            options={options}
            onChange={(value) => setFlow(flows.find((each) => each === value) ?? flow)}
          />
        )}
      </Stack>
    </ConfirmAction>
  )
}
