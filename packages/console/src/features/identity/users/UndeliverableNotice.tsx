import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useUpdate } from '../../../kit/entity.ts'
import type { Tagged } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { type UserDetail, useStanding } from './user-types.ts'
import { users } from './users.queries.ts'

const Clear = ({ read: { value, etag } }: { readonly read: Tagged<UserDetail> }) => {
  const text = useText('members')
  const save = useUpdate(users)
  const clear = async (): Promise<void> => {
    await save.mutateAsync({ id: value.id, body: { emailUndeliverable: null }, etag })
    showMessage(text('members:users.undeliverable.cleared'))
  }
  return (
    <>
      <ErrorNotice error={save.error} />
      <Button isPending={save.isPending} onClick={() => void clear().catch(() => undefined)}>
        {text('members:users.undeliverable.clear')}
      </Button>
    </>
  )
}

/** Says that the mail server does not know the user's address. */
export const UndeliverableNotice = ({ read }: { readonly read: Tagged<UserDetail> }) => {
  const text = useText('members')
  const { date } = useFormats()
  const may = useMay()
  const { isSelf } = useStanding(read.value)
  const { email, emailUndeliverable: fault } = read.value
  if (fault === null) return null
  const facts = { email: email ?? '', since: date(fault.since) ?? '', reply: fault.reply ?? '' }
  return (
    <>
      <Notice severity="warning">{text('members:users.undeliverable.text', facts)}</Notice>
      {may(['USERS', 'EDIT']) && !isSelf && <Clear read={read} />}
    </>
  )
}
