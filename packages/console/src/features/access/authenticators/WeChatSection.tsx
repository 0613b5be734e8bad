import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { linkOwnWeChat, readOwnWeChat, unlinkOwnWeChat } from '@signet/contract/access/self-wechat'
import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useDeed } from '../../../pickers/devices/use-deed.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import type { Deed } from './deeds.ts'

const weChatQuery = queryOptions({
  queryKey: ['self', 'wechat'],
  queryFn: ({ signal }) => call(readOwnWeChat, { signal }),
})

type Link = ReceivedOf<typeof linkOwnWeChat>

interface LinkDialogProps {
  readonly link: Link
  readonly onClose: () => void
}

/** WeChat leads to the service, not here: who closes the dialog sees what came of it. */
const LinkDialog = ({ link: { url, expiryDate }, onClose }: LinkDialogProps) => {
  const text = useText('authenticators')
  const { date } = useFormats()
  const done = (
    <Button kind="primary" onClick={onClose}>
      {text('authenticators:devices.weChat.done')}
    </Button>
  )
  return (
    <Dialog
      isOpen
      title={text('authenticators:devices.weChat.link')}
      {...{ onClose }}
      actions={done}
    >
      <Stack spacing={2}>
        <Typography variant="body2">
          {text('authenticators:devices.weChat.scan', { until: date(expiryDate) })}
        </Typography>
        <QrCode value={url} label={text('authenticators:devices.weChat.picture')} />
      </Stack>
    </Dialog>
  )
}

const useLinking = () => {
  const client = useQueryClient()
  const deed = useDeed(weChatQuery.queryKey)
  const [link, setLink] = useState<Link | null>(null)
  return {
    link,
    begin: () => void deed(async () => setLink(await call(linkOwnWeChat))),
    close: (): void => {
      setLink(null)
      void client.invalidateQueries({ queryKey: weChatQuery.queryKey })
    },
    unlink: async (): Promise<void> => {
      await call(unlinkOwnWeChat)
      await client.invalidateQueries({ queryKey: weChatQuery.queryKey })
    },
  }
}

/** My WeChat account, where codes may come to it. */
export const WeChatSection = ({ onDeed }: { readonly onDeed: (deed: Deed) => void }) => {
  const text = useText('authenticators', 'userPortal')
  const { date } = useFormats()
  const { data } = useQuery(weChatQuery)
  const { link, begin, close, unlink } = useLinking()
  if (data === undefined || (!data.enabled && data.linkedDate === null)) return null
  const name = text('authenticators:devices.weChat.account')
  const remove = (
    <Button onClick={() => onDeed({ kind: 'remove', name, run: unlink })}>
      {text('userPortal:authenticators.remove.action')}
    </Button>
  )
  const linked =
    data.linkedDate === null
      ? []
      : [
          <Item
            key="one"
            title={name}
            detail={text('authenticators:devices.weChat.linked', { date: date(data.linkedDate) })}
            actions={remove}
          />,
        ]
  return (
    <Section
      title={text('authenticators:devices.weChat.title')}
      description={text('authenticators:devices.weChat.text')}
      actions={
        data.enabled && (
          <Button onClick={begin}>{text('authenticators:devices.weChat.link')}</Button>
        )
      }
    >
      <ItemList empty={text('authenticators:devices.weChat.none')}>{linked}</ItemList>
      {link !== null && <LinkDialog link={link} onClose={close} />}
    </Section>
  )
}
