import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink, useNavigate, useParams } from 'react-router'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { TokenTag } from '../../../pickers/tokens/TokenTag.tsx'
import { useTokenActions } from '../../../pickers/tokens/token-actions.tsx'
import type { AnyToken } from '../../../pickers/tokens/token-deeds.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { type Fact, Facts } from '../../../ui/Facts.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { TokenForm } from './TokenForm.tsx'
import { makeOf } from './token-columns.tsx'
import { ownerQuery, tokenQuery } from './tokens.queries.ts'

/** Whose it is, and the way to them. */
const Owner = ({ userId }: { readonly userId: string }) => {
  const mayView = useMay()(['USERS', 'VIEW'])
  const { data } = useQuery({ ...ownerQuery(userId), enabled: mayView })
  if (data === undefined) return userId
  return (
    <Link component={RouterLink} to={`/user/${userId}/authenticators`}>
      {data.displayName}
    </Link>
  )
}

/** `12 s ahead`, and when that was last set. */
const useDrift = ({ clockDrift }: AnyToken): readonly Fact[] => {
  const text = useText('resource')
  const { date } = useFormats()
  if (clockDrift === null) return []
  const { seconds, synchronisedAt } = clockDrift
  const side = seconds === 0 ? 'none' : seconds > 0 ? 'ahead' : 'behind'
  const value = text(`resource:tokens.drift.${side}`, { seconds: Math.abs(seconds) })
  return [
    { label: text('resource:tokens.drift.label'), value },
    {
      label: text('resource:tokens.drift.synchronized'),
      value: synchronisedAt === null ? text('resource:tokens.drift.never') : date(synchronisedAt),
    },
  ]
}

const useFacts = (token: AnyToken): readonly Fact[] => {
  const text = useText('resource')
  const { date } = useFormats()
  const { userId, algorithmType, hasPin, lastUsedDate } = token
  const drift = useDrift(token)
  return [
    {
      label: text('resource:tokens.columns.user'),
      value: userId === null ? null : <Owner userId={userId} />,
    },
    {
      label: text('resource:tokens.columns.kind'),
      value: text(`resource:tokens.algorithm.${algorithmType}`),
    },
    { label: text('resource:tokens.columns.make'), value: makeOf(token) },
    {
      label: text('resource:tokens.pin.label'),
      value: text(`resource:tokens.pin.${hasPin ? 'set' : 'unset'}`),
    },
    ...drift,
    { label: text('resource:tokens.columns.created'), value: date(token.createDate) },
    { label: text('resource:tokens.columns.lastUsed'), value: date(lastUsedDate) },
  ]
}

const Locked = ({ lockoutExpiry }: Pick<AnyToken, 'lockoutExpiry'>) => {
  const text = useText('resource')
  const { date } = useFormats()
  if (lockoutExpiry === null) return null
  return (
    <Notice severity="warning">
      {text('resource:tokens.lockedUntil', { date: date(lockoutExpiry) })}
    </Notice>
  )
}

interface ActionsProps {
  readonly actions: readonly MenuAction[]
  readonly serial: string
}

/** What is next for a token stands as a button, the rest in the menu. */
const Actions = ({ actions: [first, ...rest], serial }: ActionsProps) => {
  const text = useText()
  if (first === undefined) return null
  return (
    <>
      <Button onClick={first.onSelect}>{first.label}</Button>
      <ActionMenu actions={rest} label={text('common:list.rowActions', { name: serial })} />
    </>
  )
}

const Loaded = ({ read }: { readonly read: Tagged<AnyToken> }) => {
  const text = useText('resource')
  const navigate = useNavigate()
  const token = read.value
  const { actionsOf, dialog } = useTokenActions(() => void navigate('/tokens'))
  const { serialNumber: serial, label } = token
  const isHardware = token.type === 'OATH_PHYSICAL_TOKEN'
  return (
    <DetailsPage
      title={label ?? text('resource:tokens.named', { serial })}
      tag={<TokenTag state={token.state} />}
      detail={<CopyText text={serial} label={text('resource:tokens.copySerial')} />}
      actions={isHardware && <Actions actions={actionsOf(token)} serial={serial} />}
    >
      <Locked lockoutExpiry={token.lockoutExpiry} />
      <Section title={text('resource:tokens.about')}>
        <Facts facts={useFacts(token)} />
      </Section>
      <Section title={text('resource:tokens.use')}>
        <TokenForm read={read} />
      </Section>
      {dialog}
    </DetailsPage>
  )
}

/** One token: what it is, whose it is, and what can be done with it. */
const TokenPage = () => {
  const { tokenId = '' } = useParams()
  const query = useQuery(tokenQuery(tokenId))
  return (
    <QueryView query={query} isPage>
      {(read) => <Loaded read={read} />}
    </QueryView>
  )
}

export default TokenPage
