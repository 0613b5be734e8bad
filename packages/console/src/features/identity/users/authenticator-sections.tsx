import Typography from '@mui/material/Typography'
import { severityOf } from '@signet/rules/severity'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import type { SectionProps } from './authenticator-deeds.ts'
import { useRemoval, useSwitch } from './authenticator-questions.ts'
import type { UserAuthenticators } from './user-authenticators.queries.ts'

type Token = UserAuthenticators['tokens'][number]
type Passkey = UserAuthenticators['fidoTokens'][number]
type State = Token['state']

export const StateTag = ({ state }: { readonly state: State }) => {
  const text = useText('members')
  return (
    <Tag label={text(`members:users.authenticators.state.${state}`)} severity={severityOf(state)} />
  )
}

/** Made on, last used on. */
export const useUse = () => {
  const text = useText('members')
  const { date } = useFormats()
  return ({ createDate, lastUsedDate }: Pick<Token, 'createDate' | 'lastUsedDate'>): string =>
    lastUsedDate === null
      ? text('members:users.authenticators.unused', { created: date(createDate) })
      : text('members:users.authenticators.used', {
          created: date(createDate),
          used: date(lastUsedDate),
        })
}

const PasswordActions = (props: SectionProps & { readonly onSet: () => void }) => {
  const { found, name, deeds, ask, onSet } = props
  const text = useText('members')
  const removal = useRemoval(name)
  const what = text('members:users.fields.password')
  const mail: MenuAction = {
    label: text('members:users.authenticators.askPassword'),
    onSelect: () =>
      ask({
        title: text('members:users.authenticators.askPassword'),
        text: text('members:users.authenticators.askPasswordText', { name }),
        confirmLabel: text('members:users.authenticators.send'),
        recipient: name,
        isDestructive: false,
        run: deeds.askForPassword,
      }),
  }
  const remove: MenuAction = {
    label: text('members:users.authenticators.removePassword'),
    isDestructive: true,
    onSelect: () => ask(removal(what, deeds.removePassword)),
  }
  return (
    <span>
      <Button onClick={onSet}>{text('members:users.authenticators.setPassword')}</Button>
      <ActionMenu
        label={text('common:list.rowActions', { name: what })}
        actions={found.password.present ? [mail, remove] : [mail]}
      />
    </span>
  )
}

/** The state of the password; never the password. */
export const PasswordSection = (props: SectionProps & { readonly onSet: () => void }) => {
  const { password } = props.found
  const text = useText('members')
  const { date } = useFormats()
  const status = password.status === '' ? 'NONE' : password.status
  const tag = (
    <Tag
      label={text(`members:users.authenticators.passwordStatus.${status}`)}
      severity={status === 'NONE' ? 'UNKNOWN' : severityOf(status)}
    />
  )
  const { changedAt, expiryTime } = password
  return (
    <Section
      title={text('members:users.fields.password')}
      actions={props.mayEdit && <PasswordActions {...props} />}
    >
      <Facts
        facts={[
          { label: text('members:users.columns.status'), value: tag },
          {
            label: text('members:users.authenticators.changedAt'),
            value: date(changedAt),
          },
          {
            label: text('members:users.authenticators.expires'),
            value:
              expiryTime === null ? text('members:users.authenticators.never') : date(expiryTime),
          },
        ]}
      />
    </Section>
  )
}

const usePasskeyActions = ({ name, deeds, ask, mayEdit }: SectionProps) => {
  const text = useText('members')
  const removal = useRemoval(name)
  const turn = useSwitch({ name, ask })
  return ({ id, state, name: passkey }: Passkey): readonly MenuAction[] => {
    if (!mayEdit) return []
    return [
      turn({ what: passkey, state, to: (next) => deeds.switchPasskey(id, next) }),
      {
        label: text('members:users.authenticators.remove'),
        isDestructive: true,
        onSelect: () => ask(removal(passkey, () => deeds.removePasskey(id))),
      },
    ]
  }
}

/** Who made it, and what speaks against it. */
const usePasskeyKind = () => {
  const text = useText('members')
  const { date } = useFormats()
  return ({ authenticatorName, compromised, clonedDate }: Passkey): string =>
    [
      authenticatorName,
      compromised ? text('members:users.authenticators.compromised') : null,
      clonedDate === null
        ? null
        : text('members:users.authenticators.cloned', { date: date(clonedDate) }),
    ]
      .filter((part) => part !== null)
      .join(' · ')
}

export const PasskeySection = (props: SectionProps) => {
  const text = useText('members')
  const actionsOf = usePasskeyActions(props)
  const used = useUse()
  const kindOf = usePasskeyKind()
  return (
    <Section title={text('members:users.authenticators.passkeys')}>
      <ItemList empty={text('members:users.authenticators.noPasskeys')}>
        {props.found.fidoTokens.map((passkey) => (
          <Item
            key={passkey.id}
            title={passkey.name}
            detail={[kindOf(passkey), used(passkey)].filter(Boolean).join(' · ')}
            tag={<StateTag state={passkey.state} />}
            actions={
              <ActionMenu
                label={text('common:list.rowActions', { name: passkey.name })}
                actions={actionsOf(passkey)}
              />
            }
          />
        ))}
      </ItemList>
    </Section>
  )
}

/** How many codes are left; the codes themselves nobody sees again. */
export const RecoverySection = ({ found, name, deeds, ask, mayEdit }: SectionProps) => {
  const text = useText('members')
  const { date } = useFormats()
  const removal = useRemoval(name)
  const { remaining, createDate } = found.recoveryCodes
  const what = text('members:users.authenticators.recoveryCodes')
  const remove = (
    <Button onClick={() => ask(removal(what, deeds.removeRecoveryCodes))}>
      {text('members:users.authenticators.removeCodes')}
    </Button>
  )
  return (
    <Section title={what} actions={mayEdit && remaining > 0 && remove}>
      <Typography variant="body2">
        {createDate === null
          ? text('members:users.authenticators.noCodes')
          : text('members:users.authenticators.codesLeft', {
              count: remaining,
              created: date(createDate),
            })}
      </Typography>
    </Section>
  )
}
