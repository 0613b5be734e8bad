import { PushDetails } from '@signet/contract/authenticators/soft-tokens'
import type { StoredPush } from './pushes.repository.ts'

/** Of the user who asked: events about a push are of the person's phone, or of the next who asks. */
const AskedFrom = PushDetails.pick({ address: true, browser: true })

export const askedFrom = ({ details }: Pick<StoredPush, 'details'>) =>
  AskedFrom.parse(JSON.parse(details))
