import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import type { SectionProps } from './authenticator-deeds.ts'
import { useRemoval } from './authenticator-questions.ts'
import { magicLinkQuery, useMagicLinkDeeds } from './magic-link.queries.ts'

interface MagicLinkSectionProps extends Pick<SectionProps, 'name' | 'ask' | 'mayEdit'> {
  readonly userid: string
}

type Information = NonNullable<ReturnType<typeof useInformation>>

const useInformation = (userid: string) => useQuery(magicLinkQuery(userid)).data

interface ActionsProps extends MagicLinkSectionProps {
  readonly found: Information
  readonly title: string
}

const Actions = ({ found, title, userid, name, ask }: ActionsProps) => {
  const text = useText('members')
  const deeds = useMagicLinkDeeds(userid)
  const removal = useRemoval(name)
  const send = {
    title: text('members:users.authenticators.magicLink.send'),
    text: text('members:users.authenticators.magicLink.sendText', { name }),
    confirmLabel: text('members:users.authenticators.send'),
    recipient: name,
    isDestructive: false,
    run: deeds.send,
  }
  const remove = {
    label: text('members:users.authenticators.remove'),
    isDestructive: true,
    onSelect: () => ask(removal(title, deeds.remove)),
  }
  return (
    <span>
      {found.obstacle === null && <Button onClick={() => ask(send)}>{send.title}</Button>}
      {found.magicLink !== null && (
        <ActionMenu label={text('common:list.rowActions', { name: title })} actions={[remove]} />
      )}
    </span>
  )
}

/** The link that an administrator made for the user; the link itself nobody sees again. */
export const MagicLinkSection = (props: MagicLinkSectionProps) => {
  const text = useText('members')
  const { date } = useFormats()
  const found = useInformation(props.userid)
  if (found === undefined || found.obstacle === 'DISABLED') return null
  const { obstacle, magicLink } = found
  const title = text('members:users.authenticators.magicLink.title')
  const standing =
    magicLink === null
      ? text('members:users.authenticators.magicLink.none')
      : text('members:users.authenticators.magicLink.waiting', {
          created: date(magicLink.createDate),
          until: date(magicLink.expiryDate),
        })
  return (
    <Section
      title={title}
      actions={props.mayEdit && <Actions {...props} found={found} title={title} />}
    >
      <Typography variant="body2">
        {obstacle === null
          ? standing
          : text(`members:users.authenticators.magicLink.obstacles.${obstacle}`)}
      </Typography>
    </Section>
  )
}
